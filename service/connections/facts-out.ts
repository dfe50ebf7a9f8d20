import { transact } from '../base/database/transaction.ts'
import type { JobHandlers, LeasedJob } from '../base/jobs/job.ts'
import { postponeJob } from '../base/jobs/sql.ts'
import { namesIn } from '../events/today/faults.ts'
import { type ContactFields, contactsAtOnce } from './crm.ts'
import { type OpenConnection, openConnection, tryIt, type WithCrm } from './open-connection.ts'
import {
  type ChangedContact,
  type ContactsOf,
  findChanged,
  listErased,
  noteProblem,
  type SettledContact,
  settleContacts,
} from './sql.ts'

/** How often it looks for what has changed. */
const everySeconds = 10
/** After so many contacts others have their turn, and an end of the service is not held up. */
const mostAtOnce = 1000
const mostWords = 3

/** Creates the job that writes what is known of people into their contacts. */
export function createFactsOut(options: WithCrm): JobHandlers {
  const { db, crm } = options

  async function write(job: LeasedJob): Promise<void> {
    const { organization } = job
    const tell = (trx: typeof db, problem: string) => noteProblem(trx, organization, problem)
    await tryIt(options, job, tell, async () => {
      const connection = await openConnection(options, organization)
      const { account } = connection.row
      const contacts = { organization, account, pattern: crm.contactPattern(account) }
      const changed = await findChanged(db, contacts, mostAtOnce)
      for (let from = 0; from < changed.length; from += contactsAtOnce) {
        const batch = changed.slice(from, from + contactsAtOnce)
        await settleContacts(db, contacts, await writeBatch(connection, contacts, batch))
      }
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
  async function writeBatch({ calls }: OpenConnection, contacts: ContactsOf, changed: ChangedContact[]) {
    const known = await knownFields(contacts.organization, changed)
    const omitted = await calls.prepareFields()
    const there = await calls.readFields(changed.map(({ contact }) => contact))
    // Last: somebody may have been erased meanwhile.
    for (const id of await listErased(db, contacts)) there.delete(id)
    const sending = new Map<string, ContactFields>()
    for (const [at, { contact }] of changed.entries()) {
      const before = there.get(contact)
      const fresh = Object.entries(known[at] ?? {}).filter(
        ([name, value]) => before && !omitted.includes(name) && !isSame(before[name], value),
      )
      if (fresh.length > 0) sending.set(contact, Object.fromEntries(fresh))
    }
    const refused = sending.size > 0 ? await calls.writeFields(sending) : new Map<string, string>()
    const problem = omitted.length > 0 ? otherType(omitted) : undefined
    return changed.map(({ contact: id, prospect, basis }): SettledContact => {
      return { id, prospect, basis, problem: refused.get(id) ?? problem }
    })
  }

  /** What is known of people, as fields of their contacts. What is not known leaves the field as it is. */
  async function knownFields(organization: string, changed: ChangedContact[]): Promise<ContactFields[]> {
    const templates = changed.map(({ lastTemplate }) => lastTemplate)
    const names = await namesIn(organization, templates, options.namesOf)
    return Promise.all(
      changed.map(async ({ lastTemplate, lastRead, ...each }) => {
        const { analytics } = names.get(lastTemplate) ?? {}
        const known = {
          motif_link: await options.linkOf(organization, each),
          motif_campaign: each.campaign,
          motif_last_visit: each.lastVisit?.toISOString(),
          motif_visits: String(each.visits),
          motif_read_seconds: String(Math.floor(each.ms / 1000)),
          motif_goal_at: each.reachedAt?.toISOString(),
          motif_last_words: lastRead
            .slice(0, mostWords)
            .map((item) => analytics?.(item) ?? item)
            .join(', '),
        }
        return Object.fromEntries(
          Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])),
        )
      }),
    )
  }

  return { handle: write, giveUp: write }
}

function otherType(names: readonly string[]): string {
  return `the account has ${names.join(', ')} already, with another type. Delete or rename it in HubSpot, and Motif makes its own within the hour.`
}

/** A time may come back with another precision. */
function isSame(there: string | undefined, known: string): boolean {
  return there === known || (/^\d{4}-.*Z$/.test(known) && Date.parse(there ?? '') === Date.parse(known))
}
