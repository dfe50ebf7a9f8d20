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

  /** What these organizations want. Mostly it is known, which needs no query. */
  async function wantsOf(run: RunQuery, organizations: string[]) {
    const events = new Map(organizations.map((name) => [name, known.get(name)]))
    const unknown = [...events.keys()].filter((name) => !events.get(name))
    const found = unknown.length > 0 ? await findWantedEvents(run, unknown) : new Map<string, string[]>()
    for (const name of unknown) {
      const wants = found.get(name) ?? []
      known.set(name, wants)
      events.set(name, wants)
    }
    return (organization: string) => events.get(organization) ?? []
  }

  /** Happenings with the next morning, when alerts that are gathered are sent. */
  function dated(happenings: Happening[]): Happening[] {
    if (happenings.length === 0) return happenings
    const next = nextMorning(Date.now(), morning)
    return happenings.map((happening) => ({ ...happening, morning: next }))
  }

  /** Stores a happening in its transaction. Returns whether somebody wants it: then wake the workers after the commit. */
  async function add(trx: Database, happening: Happening): Promise<boolean> {
    const run = runIn(trx)
    const { organization, type } = happening
    const isWanted = (await wantsOf(run, [organization]))(organization).includes(type)
    if (isWanted) await insertMessages(run, dated([happening]))
    return isWanted
  }

  /** Call `forget` after the organization's webhooks or alerts have changed. */
  const forget = (organization: string) => void known.delete(organization)
  return { wantsOf, dated, add, forget }
}
