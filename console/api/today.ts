import { signal } from '@preact/signals'
import type { Today } from '../../service/model/today.ts'

export type { Broken, BrokenItem, Interest, Interested, Present, Today } from '../../service/model/today.ts'

/** How a live connection is. */
export type LiveState = 'connecting' | 'open' | 'lost'

/** What is going on, as it goes on. `close` ends it. */
export interface LiveFeed {
  today: { readonly value: Today | undefined }
  state: { readonly value: LiveState }
  close(): void
}

/** How long it is waited where the browser has given up. */
const againMs = 3000

/**
 * Follows what Today shows. The browser connects again by itself when the connection is lost; where an answer such as
 * 503 has made it give up, this does.
 */
export function followToday(): LiveFeed {
  const today = signal<Today>()
  const state = signal<LiveState>('connecting')
  const ended = new AbortController()
  follow()

  function follow(): void {
    if (ended.signal.aborted) return
    const source = new EventSource('/v1/live')
    ended.signal.addEventListener('abort', () => source.close())
    source.addEventListener('open', () => {
      state.value = 'open'
    })
    source.addEventListener('error', () => {
      state.value = 'lost'
      if (source.readyState === EventSource.CLOSED) setTimeout(follow, againMs)
    })
    source.addEventListener('today', ({ data }: MessageEvent<string>) => {
      today.value = JSON.parse(data) as Today
    })
  }

  return { today, state, close: () => ended.abort() }
}
