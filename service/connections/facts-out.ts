import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { postponeJob } from '../base/jobs/sql.ts'
import { namesIn } from '../events/today/faults.ts'
import { type ContactFields, contactsAtOnce } from './crm.ts'
import { type OpenConnection, openConnection, tryIt, type WithCrm } from './open-connection.ts'
import { type ChangedContact, findChanged, listErased, noteProblem, settleContacts } from './sql.ts'

/** How often it looks for what has changed. */
const everySeconds = 10
/** After so many contacts others have their turn, and an end of the service is not held up. */
const mostAtOnce = 1000

/** Creates the job that writes what is known of people into their contacts. */
export function createFactsOut(options: WithCrm): JobHandlers {
  const { db } = options

  async function write(job: LeasedJob): Promise<void> {
    const { organization } = job
    const tell = (trx: typeof db, problem: string) => noteProblem(trx, organization, problem)
    await tryIt(options, job, tell, async () => {
      const connection = await openConnection(options, organization)
      const changed = await findChanged(db, connection, mostAtOnce)
      for (let from = 0; from < changed.length; from += contactsAtOnce)
        await writeBatch(connection, changed.slice(from, from + contactsAtOnce))
      await transact(db, async (trx) => {
        if (changed.length > 0) await noteProblem(trx, organization, null)
        await postponeJob(trx, job, changed.length === mostAtOnce ? 0 : everySeconds)
      })
    })
  }

  /**
   * Writes what differs from what is there. So after a kill, or a call whose answer was lost, what has arrived is not
   * written again.
   */
  async function writeBatch(connection: OpenConnection, changed: ChangedContact[]): Promise<void> {
    const { organization, calls } = connection
    const known = await knownFields(organization, changed)
    const omitted = await calls.prepareFields()
    const there = await calls.readFields(changed.map(({ id }) => id))
    // Last: somebody may have been erased meanwhile.
    for (const id of await listErased(db, connection)) there.delete(id)
    const sending = new Map<string, ContactFields>()
    for (const [id, fields] of known) {
      const before = there.get(id)
      const fresh = Object.entries(fields).filter(
        ([name, value]) => before && !omitted.includes(name) && !isSame(before[name], value),
      )
      if (fresh.length > 0) sending.set(id, Object.fromEntries(fresh))
    }
    const refused = sending.size > 0 ? await calls.writeFields(sending) : new Map<string, string>()
    const otherType = `the account has ${omitted.join(', ')} already, with another type. Delete or rename it in HubSpot, and Motif makes its own within the hour.`
    const problem = omitted.length > 0 ? otherType : undefined
    const settled = changed.map((each) => ({ ...each, problem: refused.get(each.id) ?? problem }))
    await settleContacts(db, connection, settled)
  }

  /** What is known of people, as fields of their contacts. What is not known leaves the field as it is. */
  async function knownFields(organization: string, changed: ChangedContact[]) {
    const templates = changed.map(({ lastTemplate }) => lastTemplate)
    const names = await namesIn(organization, templates, options.namesOf)
    const known = changed.map(async (each) => {
      const { analytics } = names.get(each.lastTemplate) ?? {}
      const fields = {
        motif_link: await options.linkOf(organization, each),
        motif_campaign: each.campaign,
        motif_last_visit: each.lastVisit?.toISOString(),
        motif_visits: String(each.visits),
        motif_read_seconds: String(Math.floor(each.ms / 1000)),
        motif_goal_at: each.reachedAt?.toISOString(),
        motif_last_words: each.lastRead.map((item) => analytics?.(item) ?? item).join(', '),
      }
      const there = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []))
      return [each.id, Object.fromEntries(there) as ContactFields] as const
    })
    return Promise.all(known)
  }

  return { handle: write, giveUp: write }
}

/** A time may come back with another precision. */
function isSame(there: string | undefined, known: string): boolean {
  return there === known || (/^\d{4}-.*Z$/.test(known) && Date.parse(there ?? '') === Date.parse(known))
}
