import { randomBytes } from 'node:crypto'
import type { Database } from '../store/database.ts'
import { ensureSetting } from '../store/settings.ts'

/** What callbacks are signed with: the one that is `configured`, or the one that the first to ask has made and kept. */
export async function callbackSecret(db: Database, configured: string | undefined): Promise<string> {
  return configured ?? ensureSetting(db, 'callback_secret', makeSecret)
}

/** 24 bytes, as Standard Webhooks recommends. */
function makeSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}
