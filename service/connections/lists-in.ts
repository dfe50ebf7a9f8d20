import { createHash } from 'node:crypto'
import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { enqueueJob, finishJob, postponeJob } from '../base/jobs/sql.ts'
import { toCsvRow } from '../base/words/csv-cell.ts'
import { assertListBytes } from '../prospects/lists/spool-list.ts'
import { CrmError } from './crm.ts'
import { type OpenConnection, openConnection, tryIt, type WithCrm } from './open-connection.ts'
import { findList, listErased, noteRead } from './sql.ts'

const hourSeconds = 3600
/** Enough for a preview; HubSpot gives them in two seconds. */
const mostInPart = 500

/** Creates what reads lists of a connection: for a request, and again each hour. */
export function createListsIn(options: WithCrm) {
  const { db, crm, campaigns } = options

  /**
   * Opens a list for the reader of lists, or with `isPart` its beginning. `follow` has a campaign filled from it again each
   * hour. Throws CrmError.
   */
  async function openList(organization: string, list: string, isPart: boolean) {
    const connection = await openConnection(options, organization)
    const { name } = await connection.calls.findList(list)
    const { text, digest } = readAsText(connection, list, isPart ? mostInPart : undefined)
    return {
      text,
      async follow(campaign: string): Promise<void> {
        const key = { organization, campaign, account: connection.row.account, list }
        await transact(db, async (trx) => {
          await noteRead(trx, key, { name, digest: digest() })
          const job = { organization, kind: 'segment', subject: `${campaign} ${list}` } as const
          await enqueueJob(trx, job, hourSeconds)
        })
      },
    }
  }

  async function readAgain(job: LeasedJob): Promise<void> {
    const found = await findList(db, job)
    if (!found) return finishJob(db, job)
    const { name, digest: before, isWanted, ...key } = found
    if (!isWanted) return postponeJob(db, job, hourSeconds)
    const tell = (trx: typeof db, problem: string) => noteRead(trx, key, { name, digest: before, problem })
    await tryIt(options, job, tell, async () => {
      const connection = await openConnection(options, key.organization)
      const now = await connection.calls.findList(key.list).catch((error) => {
        const isGone = error instanceof CrmError && error.failure === 'gone'
        throw isGone
          ? new CrmError('gone', `HubSpot does not have the list ${name} any more. ${stays}`)
          : error
      })
      const { text, digest } = readAsText(connection, key.list)
      const parts: Uint8Array<ArrayBuffer>[] = []
      let bytes = 0
      for await (const part of text) {
        parts.push(part)
        bytes += part.length
        assertListBytes(bytes)
      }
      const after = digest()
      if (after !== before) await campaigns.import(key, new Blob(parts).stream())
      await transact(db, async (trx) => {
        await noteRead(trx, key, { name: now.name, digest: after })
        await postponeJob(trx, job, hourSeconds)
      })
    })
  }

  /** A list as CSV, without people who were erased, and the address of each contact in its last column. */
  function readAsText(
    { organization, calls, row }: OpenConnection,
    list: string,
    most = Number.POSITIVE_INFINITY,
  ) {
    const hash = createHash('sha256')
    function encoded(rows: string[][]): Uint8Array<ArrayBuffer> {
      const bytes = Buffer.from(rows.map((cells) => toCsvRow(cells)).join(''))
      hash.update(bytes)
      return bytes
    }
    async function* text(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      const { account, host } = row
      const erased = await listErased(db, { organization, account })
      yield encoded([[...crm.titles, `${crm.name} contact`]])
      let left = most
      for await (const people of calls.readList(list)) {
        const kept = people.filter(({ id }) => !erased.has(id))
        yield encoded(kept.map(({ id, cells }) => [...cells, crm.recordUrl({ id: account, host }, id)]))
        left -= people.length
        if (left <= 0) return
      }
    }
    return { text: text(), digest: () => hash.digest('hex') }
  }

  return { openList, segment: { handle: readAgain, giveUp: readAgain } satisfies JobHandlers }
}

const stays = 'Who is in the campaign stays.'
