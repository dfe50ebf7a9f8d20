import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { JobHandler } from '../model/job.ts'
import type { Database } from '../store/database.ts'
import { createDeliverer } from './deliver.ts'
import { callbackSecret } from './secret.ts'

/** What other programs are told: see `createNotices`. */
export interface Notices {
  deliver: JobHandler
}

interface NoticesOptions {
  db: Database
  log: Logger
  metrics: Registry
  /** `CALLBACK_SECRET`, where it is set. */
  secret: string | undefined
  retrySeconds: readonly number[]
  allowPrivateAddresses: boolean
}

/** Creates the room of the notices. */
export function createNotices({ secret, ...options }: NoticesOptions): Notices {
  return { deliver: createDeliverer({ ...options, secret: () => callbackSecret(options.db, secret) }) }
}
