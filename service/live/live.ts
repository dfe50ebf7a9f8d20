import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Today } from '../model/today.ts'
import type { Database } from '../store/database.ts'
import { readNow, readWeek } from './today.ts'

/** What a listener is given: Today as JSON text, and a name for it that changes with it. */
export interface Snapshot {
  id: string
  json: string
}

/** Somebody who wants to know. */
export interface Listener {
  /** Called with Today as it is, and whenever it changes. */
  tell(snapshot: Snapshot): void
  /** Called when nothing will be told any more. */
  end(): void
}

/** What is going on, told to whoever listens: see `createLive`. */
export interface Live {
  /** Gives back what ends the listening. */
  follow(organization: string, listener: Listener): () => void
  /** Ends all listening. */
  finish(): void
}

/** Everybody who listens to one organization. */
interface Following {
  listeners: Set<Listener>
  latest: Snapshot | undefined
  timer: NodeJS.Timeout | undefined
  week: { until: number; of: string; value: Omit<Today, 'now'> } | undefined
}

const lookMs = 1000
/** What the week takes to read, it rests twenty times as long, within these bounds. */
const weekRest = { times: 20, leastMs: 1000, mostMs: 30_000 }

/**
 * Creates the room that tells what is going on. An organization is looked at once a second while somebody listens to
 * it, however many they are, and not at all while nobody does.
 */
export function createLive({ db, log }: { db: Database; log: Logger }): Live {
  const following = new Map<string, Following>()

  function follow(organization: string, listener: Listener): () => void {
    const known = following.get(organization)
    const followed = known ?? newFollowing()
    following.set(organization, followed)
    followed.listeners.add(listener)
    if (followed.latest) listener.tell(followed.latest)
    if (!known) void look(organization, followed)
    return () => {
      followed.listeners.delete(listener)
      if (followed.listeners.size === 0) end(organization, followed)
    }
  }

  function end(organization: string, { timer }: Following): void {
    clearTimeout(timer)
    following.delete(organization)
  }

  async function look(organization: string, followed: Following): Promise<void> {
    try {
      const snapshot = await readSnapshot(organization, followed)
      if (snapshot.id !== followed.latest?.id) {
        followed.latest = snapshot
        for (const listener of followed.listeners) listener.tell(snapshot)
      }
    } catch (error) {
      log.warn({ err: error }, 'what is going on could not be read; it is read again')
    }
    if (following.get(organization) !== followed) return
    followed.timer = setTimeout(() => void look(organization, followed), lookMs).unref()
  }

  async function readSnapshot(organization: string, followed: Following): Promise<Snapshot> {
    const now = await readNow(db, organization)
    const of = JSON.stringify(now)
    const { week } = followed
    if (!week || week.of !== of || Date.now() >= week.until) {
      const begun = Date.now()
      const value = await readWeek(db, organization)
      followed.week = { until: Date.now() + restAfter(Date.now() - begun), of, value }
    }
    const json = JSON.stringify({ now, ...followed.week?.value } satisfies Partial<Today>)
    return { id: createHash('sha256').update(json).digest('base64url').slice(0, 16), json }
  }

  function finish(): void {
    for (const [organization, followed] of following) {
      for (const listener of followed.listeners) listener.end()
      end(organization, followed)
    }
  }

  return { follow, finish }
}

function restAfter(ms: number): number {
  return Math.min(Math.max(ms * weekRest.times, weekRest.leastMs), weekRest.mostMs)
}

function newFollowing(): Following {
  return { listeners: new Set(), latest: undefined, timer: undefined, week: undefined }
}
