import { randomBytes } from 'node:crypto'
import type { Service } from '../service.ts'
import { ensureSetting } from '../store/settings.ts'

/** What callbacks are signed with: `CALLBACK_SECRET`, or the one that the first to ask has made and kept. */
export async function callbackSecret({ config, db }: Pick<Service, 'config' | 'db'>): Promise<string> {
  return config.callbackSecret ?? ensureSetting(db, 'callback_secret', makeSecret)
}

/** 24 bytes, as Standard Webhooks recommends. */
function makeSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}
