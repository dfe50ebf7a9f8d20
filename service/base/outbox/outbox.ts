import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import { defaultMorning, type Morning, nextMorning } from '../words/morning.ts'
import type { Happening } from './happenings.ts'
import { findWantedEvents, insertMessages, type RunQuery, runIn } from './sql.ts'

/** Stores what happens for webhooks and alerts. */
export type NoticeOutbox = ReturnType<typeof createOutbox>

/** How long another process may take to notice a new webhook or alert. */
const freshMs = 500

/** Creates the outbox. It caches for half a second which organization wants what. */
export function createOutbox(morning: Morning = defaultMorning) {
  const known = new LRUCache<string, readonly string[]>({ max: 10_000, ttl: freshMs })

  /** Selects the happenings that a webhook or an alert of their organization wants. Mostly there are none, which needs no query. */
  async function wanted(run: RunQuery, happenings: Happening[]): Promise<Happening[]> {
    const events = await eventsOf(run, new Set(happenings.map(({ organization }) => organization)))
    const wanted = happenings.filter(({ organization, type }) => events.get(organization)?.includes(type))
    if (wanted.length === 0) return wanted
    const at = nextMorning(Date.now(), morning)
    return wanted.map((happening) => ({ ...happening, morning: at }))
  }

  async function eventsOf(run: RunQuery, organizations: Set<string>) {
    const events = new Map([...organizations].map((name) => [name, known.get(name)]))
    const stale = [...organizations].filter((name) => !events.get(name))
    if (stale.length === 0) return events
    const found = await findWantedEvents(run, stale)
    for (const name of stale) {
      const wants = found.get(name) ?? []
      known.set(name, wants)
      events.set(name, wants)
    }
    return events
  }

  /** Stores a happening in its transaction. Returns whether somebody wants it: then wake the workers after the commit. */
  async function add(trx: Database, happening: Happening): Promise<boolean> {
    const run = runIn(trx)
    const happenings = await wanted(run, [happening])
    if (happenings.length > 0) await insertMessages(run, happenings)
    return happenings.length > 0
  }

  /** Call `forget` after the organization's webhooks or alerts have changed. */
  const forget = (organization: string) => void known.delete(organization)
  return { wanted, add, forget }
}
