import { UserError } from '../model/errors.ts'
import type { Database } from '../store/database.ts'
import { createSignInLink } from '../store/sessions.ts'
import { listOrganizations } from '../store/tokens.ts'
import { type Command, readArguments } from './command.ts'
import { assertOrganization } from './organization.ts'
import { plainName, readRole } from './token.ts'

const linkSeconds = 15 * 60

export const signInCommand: Command = {
  name: 'sign-in',
  usage: '[--organization NAME] [--role ROLE] [--user NAME]',
  summary: 'prints a link into the console that works once, for 15 minutes',
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { options: { organization: false, role: false, user: false } })
    const role = readRole(given.role)
    const user = plainName('--user', given.user ?? 'console')
    return async ({ rooms, out }) => {
      const organization = given.organization?.trim() ?? (await onlyOrganization(rooms.db))
      await assertOrganization(rooms.db, organization)
      const url = rooms.publicUrl()
      const { secret } = await createSignInLink(rooms.db, { organization, user, role }, linkSeconds)
      out(`${url}/console/sign-in?link=${secret}\n`)
      return 0
    }
  },
}

async function onlyOrganization(db: Database): Promise<string> {
  const names = await listOrganizations(db)
  const [only] = names
  if (only !== undefined && names.length === 1) return only
  throw new UserError(
    only === undefined
      ? 'no organization is there yet: token create makes one'
      : `--organization: needed, since there are several: ${names.join(', ')}`,
  )
}
