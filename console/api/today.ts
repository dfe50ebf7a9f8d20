import { signal } from '@preact/signals'
import type { Broken, CallList, Today } from '../../service/events/today/operations.ts'
import { ask } from './client.ts'
import { onReturn } from './connection.ts'
import { readSession } from './session.ts'
import { sessionState } from './session-state.ts'

export type * from '../../service/events/today/operations.ts'

/** What is broken now. */
export async function listFaults(signal?: AbortSignal): Promise<Broken[]> {
  return (await ask('GET /v1/faults', { signal })).faults
}

/** Whom to call, as the address of the screen asks: the first `limit` people or companies. */
export function readCalls(asked: URLSearchParams, limit: number, signal?: AbortSignal): Promise<CallList> {
  const is = (name: string) => (asked.get(name) === '1' ? 'true' : undefined)
  const query = {
    campaign: asked.get('campaign') ?? undefined,
    owner: asked.get('owner') ?? undefined,
    goal: is('goal'),
    new: is('new'),
    done: is('done'),
    by: asked.get('by') === 'company' ? 'company' : undefined,
    midnight: new Date(new Date().setHours(0, 0, 0, 0)).toISOString(),
    limit,
  }
  return ask('GET /v1/today', { query, signal })
}

/** A live connection to what is going on. `close` ends it. */
export interface LiveFeed {
  today: { readonly value: Today | undefined }
  state: { readonly value: 'connecting' | 'open' | 'lost' }
  close(): void
}

/** How long to wait before connecting again, if the browser has given up. */
const againMs = 3000
/** The service ends each stream after five minutes. One that lasts longer has been cut off without a word. */
const longestMs = 330_000

/**
 * Follows what Today shows. If the connection is lost, the browser connects again by itself. If an answer such as 503 makes the
 * browser give up, or the connection is dead and nobody has told the browser, this function connects again.
 */
export function followToday(): LiveFeed {
  const today = signal<Today>()
  const state = signal<LiveFeed['state']['value']>('connecting')
  const ended = new AbortController()
  follow()

  function follow(): void {
    if (ended.signal.aborted) return
    const source = new EventSource('/v1/live')
    let timer = 0
    const end = () => {
      clearTimeout(timer)
      source.close()
    }
    const watch = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => {
        state.value = 'lost'
        end()
        follow()
      }, longestMs)
    }
    watch()
    ended.signal.addEventListener('abort', end)
    source.addEventListener('open', () => {
      state.value = 'open'
      watch()
    })
    source.addEventListener('error', () => {
      state.value = 'lost'
      if (source.readyState !== EventSource.CLOSED) return
      end()
      followAgain()
    })
    source.addEventListener('today', ({ data }: MessageEvent<string>) => {
      today.value = JSON.parse(data) as Today
    })
  }

  /** The browser does not tell why it has given up: if the session has ended, another sign-in is waited for. */
  async function followAgain(): Promise<void> {
    await readSession().catch(() => undefined)
    if (sessionState.peek().state === 'signed-in') setTimeout(follow, againMs)
    else {
      const stop = onReturn(() => {
        stop()
        follow()
      })
      ended.signal.addEventListener('abort', stop)
    }
  }

  return { today, state, close: () => ended.abort() }
}
