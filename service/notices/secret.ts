import { randomBytes } from 'node:crypto'
import type { Database } from '../store/database.ts'
import { ensureSetting, findSetting, writeSetting } from '../store/settings.ts'

/** Of every organization without one of its own: the one that is `configured`, or that the first to ask has made and kept. */
export async function sharedSecret(db: Database, configured: string | undefined): Promise<string> {
  return configured ?? ensureSetting(db, sharedName, makeSecret)
}

/** What the callbacks of an organization are signed with: its own secret, where it has one. */
export async function secretOf(
  db: Database,
  organization: string,
  configured: string | undefined,
): Promise<string> {
  return (await findSetting(db, nameOf(organization))) ?? sharedSecret(db, configured)
}

/** Gives the organization a new secret of its own. The next attempt of each callback is signed with it. */
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
