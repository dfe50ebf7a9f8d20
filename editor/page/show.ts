import { type ReadonlySignal, signal } from '@preact/signals'
import { type Applier, applyContent } from '../../snippet/apply/applier.ts'
import { watchContainers } from '../../snippet/apply/containers.ts'
import type { Chunks } from '../../snippet/chunks.ts'
import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'

/** How an item of the template fares in the page. */
export type Fate = keyof Report | undefined

/** The page as a visitor's script would make it. */
export interface Show {
  /** By the item's place in the template, of what is shown now. */
  fates: ReadonlySignal<Fate[]>
  /** Shows items in place of those that were; an item without a payload leaves the page as it is. */
  show(items: readonly Partial<ContentItem>[]): void
  /** The page as it is. */
  clear(): void
}

/** What the tag loads where it is needed, the editor has with it. */
export const chunks: Pick<Chunks, 'sanitiser' | 'frameworks'> = {
  sanitiser: () => import('../../snippet/chunks/sanitiser.ts'),
  frameworks: () => import('../../snippet/chunks/frameworks.ts'),
}

/** Begins to show items by the visitor's own script. Everything is given back when the signal ends it. */
export function createShow(life: AbortSignal): Show {
  const fates = signal<Fate[]>([])
  const containers = watchContainers(life)
  let shown = '[]'
  let run: AbortController | undefined

  const end = () => {
    run?.abort()
    run = undefined
    shown = '[]'
    fates.value = []
  }

  const begin = (items: readonly Partial<ContentItem>[]) => {
    const places = items.flatMap(({ payload }, place) => (payload === undefined ? [] : [place]))
    const ending = new AbortController()
    run = ending
    const tell = (applier: Applier) => {
      const next = items.map((_, place) => applier.items[places.indexOf(place)]?.state)
      if (`${next}` !== `${fates.value}`) fates.value = next
    }
    const applier = applyContent({
      content: places.map((place) => items[place] ?? {}),
      chunks,
      containers,
      signal: ending.signal,
      onState: () => queueMicrotask(() => ending.signal.aborted || tell(applier)),
      onChange: () => queueMicrotask(() => ending.signal.aborted || tell(applier)),
    })
    tell(applier)
  }

  life.addEventListener('abort', end)
  return {
    fates,
    clear: end,
    show(items) {
      const wanted = JSON.stringify(items)
      if (wanted === shown) return
      end()
      shown = wanted
      begin(items)
    },
  }
}
