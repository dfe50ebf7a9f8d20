import { type ReadonlySignal, signal } from '@preact/signals'
import type { Chunks } from '../../snippet/chunks.ts'
import { watchContainers } from '../../snippet/first/containers.ts'
import { type Applier, nothingYet } from '../../snippet/first/first.ts'
import { holdBack } from '../../snippet/first/item.ts'
import { follow } from '../../snippet/follow/applier.ts'
import { watchPath } from '../../snippet/path.ts'
import { createScheduler } from '../../snippet/scheduler.ts'
import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'

/** The state of a template's item in the page. */
export type Fate = keyof Report | undefined

/** Shows the page as the visitor's script would change it. */
export interface Show {
  /** The states of the shown items, by index in the template. */
  fates: ReadonlySignal<Fate[]>
  /** Whether the document is on another path: as for visitors, nothing is shown there until it is back. */
  isAway: ReadonlySignal<boolean>
  /** Shows these items instead of the present ones. An item without a payload changes nothing. */
  show(items: readonly Partial<ContentItem>[]): void
  /** Shows the page as it is. */
  clear(): void
  /** Reads something of the page as it is, before the next paint. */
  asItIs<Read>(read: () => Read): Read
}

/** The chunks that the tag loads on demand. They are part of the editor. */
const chunks: Pick<Chunks, 'html' | 'sanitiser' | 'frameworks'> = {
  html: () => import('../../snippet/rare/html.ts'),
  sanitiser: () => import('../../snippet/rare/sanitiser.ts'),
  frameworks: () => import('../../snippet/rare/frameworks.ts'),
}

/**
 * Creates a show, which uses the visitor's own script. The signal's abort gives everything back.
 *
 * @param path the path of the page to which the link leads. Default: the present one
 */
export function createShow(life: AbortSignal, path?: string): Show {
  const fates = signal<Fate[]>([])
  const isAway = signal(false)
  const containers = watchContainers(life)
  const scheduler = createScheduler()
  let shown = '[]'
  /** Undefined while the page is shown as it is. */
  let latest: readonly Partial<ContentItem>[] | undefined
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
    const onChange = () => queueMicrotask(() => ending.signal.aborted || tell(applier))
    const applier = follow(nothingYet(places.map((place) => items[place] ?? {})), {
      chunks,
      scheduler,
      containers,
      signal: ending.signal,
      onState: onChange,
      onChange,
      awaitFor: (item, isThere) =>
        holdBack(item, isThere, (isGood) => {
          if (!isGood && !ending.signal.aborted) applier.giveUp(item)
          onChange()
        }),
    })
    tell(applier)
  }

  const show = (items: readonly Partial<ContentItem>[]) => {
    latest = items
    if (!place.isHere()) return
    const wanted = JSON.stringify(items)
    if (wanted === shown) return
    end()
    shown = wanted
    begin(items)
  }

  const move = () => {
    isAway.value = !place.isHere()
    if (isAway.value) end()
    else if (latest) show(latest)
  }

  const place = watchPath(life, move, path)
  isAway.value = !place.isHere()

  life.addEventListener('abort', end)
  return {
    fates,
    isAway,
    show,
    clear() {
      latest = undefined
      end()
    },
    asItIs(read) {
      if (!run) return read()
      end()
      try {
        return read()
      } finally {
        if (latest) show(latest)
      }
    },
  }
}
