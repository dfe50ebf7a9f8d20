import { createHmac, randomBytes } from 'node:crypto'
import { chooseOrganization } from '../access/tokens.ts'
import { type Command, readArguments, UsageError } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import { ensureSetting, findSetting, writeSetting } from '../base/database/settings.ts'

const sharedName = 'callback_secret'
const nameOf = (organization: string) => `${sharedName} ${organization}`

/**
 * The secret that signs an organization's callbacks: its own, if it has one; else the `configured` one, or one that the first
 * call makes and stores.
 */
export async function secretOf(
  db: Database,
  organization: string | undefined,
  configured: string | undefined,
): Promise<string> {
  const own = organization === undefined ? undefined : await findSetting(db, nameOf(organization))
  return own ?? configured ?? ensureSetting(db, sharedName, makeSecret)
}

/** 24 bytes, as Standard Webhooks recommends. */
export function makeSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

/** The headers that sign a message. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export function signatureHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
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
      // All further attempts are signed with a new one.
      if (organization && given.new) await writeSetting(db, nameOf(organization), makeSecret())
      out(`${await secretOf(db, organization, callbackSecret)}\n`)
      return 0
    }
  },
}
