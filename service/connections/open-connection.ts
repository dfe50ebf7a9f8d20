import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database, OpenDatabase } from '../base/database/database.ts'
import { ensureSetting } from '../base/database/settings.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { postponeJob } from '../base/jobs/sql.ts'
import { DomainError } from '../base/words/errors.ts'
import { unseal } from '../base/words/sealed.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Config } from '../config.ts'
import type { TodaySources } from '../events/today/present.ts'
import { type Crm, CrmError } from './crm.ts'
import { findConnection } from './sql.ts'

/** What the room takes. */
export interface ConnectionsOptions extends TodaySources {
  store: Pick<OpenDatabase, 'kind'>
  jobs: Pick<Jobs, 'wake'>
  campaigns: Pick<Campaigns, 'import'>
  allowPrivateAddresses: boolean
  config: Pick<Config, 'dataDir' | 'secretsKey' | 'hubspotUrl' | 'callbackRetrySeconds'>
}

/** What the parts of the room share. */
export type WithCrm = ConnectionsOptions & { crm: Crm }

/** A connection with its token in use. */
export type OpenConnection = Awaited<ReturnType<typeof openConnection>>

const otherKey =
  'The token cannot be read with this key: SECRETS_KEY, or secrets.key in the data folder, is another one. Enter the token again under Settings, Connections.'

/** Opens the connection of an organization. Throws `not-found`, and CrmError if its token cannot be decrypted. */
export async function openConnection(options: WithCrm, organization: string) {
  const { token, account, host } = await findConnection(options.db, organization)
  const key = await tokenKeyOf(options, organization)
  try {
    return { organization, account, host, calls: options.crm.open(unseal(token, key)) }
  } catch {
    throw new CrmError('token', otherKey)
  }
}

/**
 * The key that encrypts tokens of an organization: from `SECRETS_KEY`, else one that the service makes. With the embedded
 * database that is a file beside it, which no backup contains. On PostgreSQL, which several replicas share, it is a row.
 */
export async function tokenKeyOf({ db, store, config }: ConnectionsOptions, organization: string) {
  const { secretsKey, dataDir } = config
  const isInDatabase = store.kind === 'postgres' || dataDir === 'memory'
  const made = () => (isInDatabase ? ensureSetting(db, 'secrets_key', newKey) : keyFile(dataDir))
  return `connection ${organization} ${secretsKey ?? (await made())}`
}

const newKey = () => randomBytes(32).toString('base64')

function keyFile(folder: string): string {
  const path = join(folder, 'secrets.key')
  if (!existsSync(path)) writeFileSync(path, newKey(), { mode: 0o600 })
  return readFileSync(path, 'utf8')
}

const longestDelaySeconds = 300
/** One call that fails is no news. */
const toldAttempts = 3

/**
 * Does the work of a job that calls a system of customers. If that fails, the job is tried again: after what the system says,
 * else by the schedule of callbacks, at least each five minutes. `tell` stores what somebody has to mend, and what lasts.
 */
export async function tryIt(
  { db, config }: ConnectionsOptions,
  job: LeasedJob,
  tell: (trx: Database, problem: string) => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { refusal, message, retryAfterSeconds = 0 } = error
    const scheduled = config.callbackRetrySeconds[job.attempt - 1] ?? longestDelaySeconds
    const delay = Math.max(Math.min(scheduled, longestDelaySeconds), retryAfterSeconds)
    await transact(db, async (trx) => {
      if (refusal !== 'unavailable' || job.attempt >= toldAttempts) await tell(trx, message)
      await postponeJob(trx, job, delay, job.attempt)
    })
  }
}
