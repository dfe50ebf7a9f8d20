import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { DomainError } from '../../base/words/errors.ts'
import { isId } from '../../base/words/ids.ts'
import type { Tallies } from '../results/tallies.ts'
import { listCalls } from './call-list.ts'
import { readNamedFaults } from './faults.ts'
import type { CallList, CallsQuery, Today } from './operations.ts'
import { readPresent, type TodaySources } from './present.ts'
import { readWeek, setDone } from './read-today.ts'

/** Today as JSON text, and an id that changes with it. */
export interface Snapshot {
  id: string
  json: string
}

/** A receiver of snapshots. */
export interface Listener {
  send(snapshot: Snapshot): void
  end(): void
}

/** Sends the Today screen to listeners as it changes. */
export type Live = ReturnType<typeof createLive>

interface LiveOptions extends TodaySources {
  log: Logger
  tallies: Pick<Tallies, 'refresh'>
}

interface Following {
  listeners: Set<Listener>
  latest?: Snapshot
  timer?: NodeJS.Timeout
  week?: { until: number; of: string; value: Omit<Today, 'now'> }
}

const lookMs = 1000
/** The week is read again after twenty times as long as reading it took, within these bounds. */
const weekRest = { times: 20, leastMs: 1000, mostMs: 30_000 }

/**
 * Creates the live room. An organization's Today is read once a second while it has listeners, however many, and not at
 * all while it has none.
 */
export function createLive({ log, tallies, ...sources }: LiveOptions) {
  const following = new Map<string, Following>()

  function follow(organization: string, listener: Listener): () => void {
    const known = following.get(organization)
    const followed: Following = known ?? { listeners: new Set() }
    following.set(organization, followed)
    followed.listeners.add(listener)
    if (followed.latest) listener.send(followed.latest)
    if (!known) void look(organization, followed)
    return () => {
      followed.listeners.delete(listener)
      if (followed.listeners.size === 0) end(organization, followed)
    }
  }

  /** Whoever stops twice must not end what others have begun to follow in between. */
  function end(organization: string, followed: Following): void {
    clearTimeout(followed.timer)
    if (following.get(organization) === followed) following.delete(organization)
  }

  async function look(organization: string, followed: Following): Promise<void> {
    try {
      const snapshot = await readSnapshot(organization, followed)
      if (snapshot.id !== followed.latest?.id) {
        followed.latest = snapshot
        for (const listener of followed.listeners) listener.send(snapshot)
      }
    } catch (error) {
      log.warn({ err: error }, 'the Today screen could not be read; it will be retried')
    }
    if (following.get(organization) !== followed) return
    followed.timer = setTimeout(() => void look(organization, followed), lookMs).unref()
  }

  async function readSnapshot(organization: string, followed: Following): Promise<Snapshot> {
    const now = await readPresent(sources, organization)
    const of = JSON.stringify(now)
    const begun = Date.now()
    const { week } = followed
    if (!week || week.of !== of || begun >= week.until) {
      await tallies.refresh()
      const value = await readWeek(sources, organization)
      const rest = Math.max((Date.now() - begun) * weekRest.times, weekRest.leastMs)
      followed.week = { until: Date.now() + Math.min(rest, weekRest.mostMs), of, value }
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

  /** Says that somebody needs no call any more, until they come again. Throws `not-found` if nobody came by this record. */
  async function markDone(organization: string, content: string, done: boolean): Promise<void> {
    await tallies.refresh()
    if (!isId(content) || !(await setDone(sources.db, organization, content, done)))
      throw new DomainError('not-found', 'Nobody came by this content.')
    delete following.get(organization)?.week
  }

  return {
    follow,
    /** Whom to call. Throws `invalid-field`. */
    calls: async (organization: string, asked: CallsQuery): Promise<CallList> => {
      await tallies.refresh()
      return listCalls(sources, organization, { done: 'false', ...asked })
    },
    setDone: markDone,
    faults: (organization: string) => readNamedFaults(sources, organization),
    finish,
  }
}
