import { randomBytes } from 'node:crypto'
import type { Database } from '../base/database/database.ts'
import { ensureSetting, findSetting, writeSetting } from '../base/database/settings.ts'

/**
 * The secret of every organization that has none of its own: the `configured` one, or one that the first call makes and
 * stores.
 */
export async function sharedSecret(db: Database, configured: string | undefined): Promise<string> {
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
export async function renewSecret(db: Database, organization: string): Promise<string> {
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
