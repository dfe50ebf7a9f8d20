import type { Database, OpenDatabase } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { LeasedJob } from '../base/jobs/job.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { postponeJob } from '../base/jobs/sql.ts'
import { DomainError } from '../base/words/errors.ts'
import { unseal } from '../base/words/sealed.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Config } from '../config.ts'
import type { LinkOf } from '../events/today/present.ts'
import type { Templates } from '../templates/templates.ts'
import { type Crm, type CrmCalls, CrmError } from './crm.ts'
import { type ConnectionRow, findConnection } from './sql.ts'
import { tokenKeyOf } from './token-key.ts'

/** What the room takes. */
export interface ConnectionsOptions {
  db: Database
  store: Pick<OpenDatabase, 'db' | 'kind'>
  jobs: Pick<Jobs, 'wake'>
  campaigns: Pick<Campaigns, 'import'>
  linkOf: LinkOf
  namesOf: Templates['namesOf']
  allowPrivateAddresses: boolean
  config: Pick<Config, 'dataDir' | 'secretsKey' | 'hubspotUrl' | 'callbackRetrySeconds'>
}

/** What the parts of the room share. */
export type WithCrm = ConnectionsOptions & { crm: Crm }

/** A connection with its token in use. */
export interface OpenConnection {
  organization: string
  row: ConnectionRow
  calls: CrmCalls
}

/** Opens the connection of an organization. Throws `not-found`, and CrmError if its token cannot be decrypted. */
export async function openConnection(options: WithCrm, organization: string): Promise<OpenConnection> {
  const row = await findConnection(options.db, organization)
  if (!row) throw notConnected()
  const key = await tokenKeyOf(options, organization)
  try {
    return { organization, row, calls: options.crm.open(unseal(row.token, key)) }
  } catch {
    throw new CrmError('token', otherKey)
  }
}

const otherKey =
  'The token cannot be read with this key: SECRETS_KEY, or secrets.key in the data folder, is another one. Enter the token again under Settings, Connections.'

/** The answer to requests that need a connection. */
export function notConnected(): DomainError {
  const message = 'HubSpot is not connected: an admin connects it under Settings, Connections.'
  return new DomainError('not-found', message)
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
