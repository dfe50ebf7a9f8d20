import { hash } from 'node:crypto'
import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { enqueueJob, enqueueOrRestart, finishJob, postponeJob } from '../base/jobs/sql.ts'
import { toCsvRow } from '../base/words/csv-cell.ts'
import { invalidField } from '../base/words/errors.ts'
import { seal } from '../base/words/sealed.ts'
import { assertListBytes } from '../prospects/lists/spool-list.ts'
import { createFactsOut } from './facts-out.ts'
import { createHubspot } from './hubspot/hubspot.ts'
import { type ConnectionsOptions, openConnection, tokenKeyOf, tryIt } from './open-connection.ts'
import type { ConnectedList, Connection } from './operations.ts'
import { deleteConnection, findConnection, findList, listErased, noteRead, storeConnection } from './sql.ts'

/** The connections of organizations: see `createConnections`. */
export type Connections = ReturnType<typeof createConnections>

/** A token is sent in a header. */
const tokenForm = /^[\x21-\x7e]{10,1000}$/

const hourSeconds = 3600
/** Enough for a preview; HubSpot gives them in two seconds. */
const mostInPart = 500

/** Creates the room of the connections. */
export function createConnections(options: ConnectionsOptions) {
  const { db, jobs, campaigns, config, allowPrivateAddresses } = options
  const crm = createHubspot(config.hubspotUrl, { allowPrivateAddresses })
  const withCrm = { ...options, crm }

  async function get(organization: string): Promise<Connection> {
    const { account: id, name, missingScopes, connectedAt } = await findConnection(db, organization)
    return { account: { id, name }, missingScopes, connectedAt: connectedAt.toISOString() }
  }

  /**
   * Opens a list for the reader of lists, or with `isPart` its beginning. `follow` has a campaign filled from it again each
   * hour. Throws CrmError.
   */
  async function openList(organization: string, list: string, isPart: boolean) {
    const { text, ...read } = await readList(organization, list, isPart ? { most: mostInPart } : {})
    async function follow(campaign: string): Promise<void> {
      await transact(db, async (trx) => {
        await noteRead(trx, { ...read, campaign })
        await enqueueJob(trx, { organization, kind: 'segment', subject: `${campaign} ${list}` }, hourSeconds)
      })
    }
    return { text: new Blob([text]).stream(), source: crm.name, follow }
  }

  async function readAgain(job: LeasedJob): Promise<void> {
    const before = await findList(db, job)
    if (!before) return finishJob(db, job)
    if (!before.isWanted) return postponeJob(db, job, hourSeconds)
    const { organization, campaign, list, name } = before
    const tell = (trx: typeof db, problem: string) => noteRead(trx, before, problem)
    await tryIt(options, job, tell, async () => {
      const { text, ...read } = await readList(organization, list, { before: name })
      if (read.digest !== before.digest) await campaigns.import(before, new Blob([text]).stream())
      await transact(db, async (trx) => {
        await noteRead(trx, { ...read, campaign })
        await postponeJob(trx, job, hourSeconds)
      })
    })
  }

  /** Reads a list as CSV, without people who were erased, and with the address of each contact in its last column. */
  async function readList(organization: string, list: string, said: { before?: string; most?: number }) {
    const connection = await openConnection(withCrm, organization)
    const { account, calls } = connection
    const name = await calls.findList(list, said.before)
    const erased = await listErased(db, connection)
    let text = toCsvRow([...crm.titles, `${crm.name} contact`])
    let left = said.most ?? Number.POSITIVE_INFINITY
    for await (const people of calls.readList(list)) {
      const kept = people.filter(({ id }) => !erased.has(id))
      text += kept.map(({ id, cells }) => toCsvRow([...cells, crm.recordUrl(connection, id)])).join('')
      assertListBytes(text.length)
      left -= people.length
      if (left <= 0) break
    }
    return { organization, account, list, name, digest: hash('sha256', text), text }
  }

  return {
    get,
    /** Checks a token, and keeps it. Throws `invalid-field` where HubSpot does not take it. */
    async connect(organization: string, given: string): Promise<Connection> {
      const token = given.trim()
      if (!tokenForm.test(token))
        throw invalidField('token: must be an access token of HubSpot, such as pat-eu1-….')
      const checked = await crm.open(token).check()
      const sealed = seal(token, await tokenKeyOf(options, organization))
      await transact(db, async (trx) => {
        await storeConnection(trx, organization, { ...checked, token: sealed })
        await enqueueOrRestart(trx, { organization, kind: 'contacts', subject: 'hubspot' })
      })
      jobs.wake('contacts')
      return get(organization)
    },
    async disconnect(organization: string): Promise<void> {
      await findConnection(db, organization)
      await deleteConnection(db, organization)
    },
    async lists(organization: string, search: string): Promise<{ lists: ConnectedList[] }> {
      const { calls } = await openConnection(withCrm, organization)
      return { lists: await calls.searchLists(search) }
    },
    openList,
    segment: { handle: readAgain, giveUp: readAgain } satisfies JobHandlers,
    contacts: createFactsOut(withCrm),
  }
}
