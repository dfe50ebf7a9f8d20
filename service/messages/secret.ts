import { randomBytes } from 'node:crypto'
import { chooseOrganization } from '../access/organization.ts'
import { type Command, readArguments, UsageError } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import { ensureSetting, findSetting, writeSetting } from '../base/database/settings.ts'

/**
 * The secret of every organization that has none of its own: the `configured` one, or one that the first call makes and
 * stores.
 */
async function sharedSecret(db: Database, configured: string | undefined): Promise<string> {
  return configured ?? ensureSetting(db, sharedName, makeSecret)
}

/** The secret that signs an organization's callbacks: its own, if it has one. */
export async function secretOf(
  db: Database,
  organization: string,
  configured: string | undefined,
): Promise<string> {
  return (await findSetting(db, nameOf(organization))) ?? sharedSecret(db, configured)
}

/** Gives the organization a new secret of its own, which signs all further attempts. */
async function renewSecret(db: Database, organization: string): Promise<string> {
  const secret = makeSecret()
  await writeSetting(db, nameOf(organization), secret)
  return secret
}

const sharedName = 'callback_secret'

function nameOf(organization: string): string {
  return `${sharedName} ${organization}`
}

/** 24 bytes, as Standard Webhooks recommends. */
export function makeSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

export const secretCommand: Command = {
  name: 'secret',
  usage: '[--organization NAME [--new]]',
  summary: 'prints the secret that signs callbacks, or gives an organization its own',
  help: {
    options: {
      '--organization NAME': 'the secret of this organization: its own, if it has one',
      '--new': 'gives it a new one; every further attempt is signed with that',
    },
    examples: ['secret', 'secret --organization acme --new'],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { options: { organization: false }, flags: ['new'] })
    const organization = given.organization?.trim()
    if (given.new && !organization) throw new UsageError('missing: --organization, whose secret is to be new')
    return async ({ rooms: { db }, config: { callbackSecret }, out }) => {
      if (organization) await chooseOrganization(db, organization)
      const secret = !organization
        ? sharedSecret(db, callbackSecret)
        : given.new
          ? renewSecret(db, organization)
          : secretOf(db, organization, callbackSecret)
      out(`${await secret}\n`)
      return 0
    }
  },
}
