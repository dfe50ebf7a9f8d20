import { type Command, readArguments } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import { chooseOrganization } from './organization.ts'
import { createSignInLink } from './sessions.ts'
import { plainName, readRole } from './token-command.ts'

const linkSeconds = 15 * 60

export const signInCommand: Command<{ db: Database; publicUrl(): string }> = {
  name: 'sign-in',
  usage: '[--organization NAME] [--role ROLE] [--user NAME]',
  summary: 'prints a link into the console that works once, for 15 minutes',
  help: {
    options: {
      '--organization NAME': 'whose; one that has a token. Default: the only one there is',
      '--role ROLE': 'viewer, editor or admin. Default: admin',
      '--user NAME': 'what the session is called. Default: console',
    },
    examples: ['sign-in', 'sign-in --organization acme --role viewer --user jane'],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { options: { organization: false, role: false, user: false } })
    const role = readRole(given.role)
    const user = plainName('--user', given.user ?? 'console')
    return async ({ rooms, out }) => {
      const organization = await chooseOrganization(rooms.db, given.organization)
      const url = rooms.publicUrl()
      const { secret } = await createSignInLink(rooms.db, { organization, user, role }, linkSeconds)
      out(`${url}/console/sign-in?link=${secret}\n`)
      return 0
    }
  },
}
