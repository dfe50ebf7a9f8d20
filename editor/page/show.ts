import { type ReadonlySignal, signal } from '@preact/signals'
import { startClock } from '../../snippet/clock.ts'
import { sanitise } from '../../snippet/items/html.ts'
import { applyItems } from '../../snippet/items/items.ts'
import { watchPath } from '../../snippet/path.ts'
import { bridge } from '../../snippet/rare/bridge.ts'
import type { Report } from '../../wire/event.ts'
import type { ContentItem } from '../../wire/record.ts'

/** The state of a template's item in the page. */
export type Fate = keyof Report | undefined

/** Shows the page as the visitor's script would change it. */
export type Show = ReturnType<typeof createShow>

/**
 * Creates a show, which uses the visitor's own script. The signal's abort gives everything back.
 *
 * @param path the path of the page to which the link leads. Default: the present one
 */
export function createShow(life: AbortSignal, path?: string) {
  const fates = signal<Fate[]>([])
  const isAway = signal(false)
  let shown = '[]'
  /** Undefined while the page is shown as it is. */
  let latest: readonly Partial<ContentItem>[] | undefined
  let run: AbortController | undefined

  function end(): void {
    run?.abort()
    run = undefined
    shown = '[]'
    fates.value = []
  }

  function begin(items: readonly Partial<ContentItem>[]): void {
    const ending = new AbortController()
    const { signal } = ending
    const places = [...items.keys()].filter((at) => items[at]?.payload !== undefined)
    run = ending
    applyItems({
      content: places.map((at) => items[at] ?? {}),
      clock: startClock(signal),
      signal,
      isHere: place.isHere,
      bridge,
      sanitise: (html) => sanitise(html, () => import('../../snippet/rare/sanitiser.ts')),
      changed(_, report) {
        const next = items.map((_, at) => report && fateOf(report, places.indexOf(at)))
        if (report && `${next}` !== `${fates.peek()}`) fates.value = next
      },
    })
  }

  /** Shows these items instead of the present ones. An item without a payload changes nothing. */
  function show(items: readonly Partial<ContentItem>[]): void {
    latest = items
    const wanted = JSON.stringify(items)
    if (!place.isHere() || wanted === shown) return
    end()
    shown = wanted
    begin(items)
  }

  function move(): void {
    isAway.value = !place.isHere()
    if (isAway.value) end()
    else if (latest) show(latest)
  }

  const place = watchPath(life, move, path)
  isAway.value = !place.isHere()

  life.addEventListener('abort', end)
  return {
    /** The states of the shown items, by index in the template. */
    fates: fates as ReadonlySignal<Fate[]>,
    /** Whether the document is on another path: as for visitors, nothing is shown there until it is back. */
    isAway: isAway as ReadonlySignal<boolean>,
    show,
    /** Shows the page as it is. */
    clear() {
      latest = undefined
      end()
    },
    /** Reads something of the page as it is, before the next paint. */
    asItIs<Read>(read: () => Read): Read {
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

function fateOf(report: Report, index: number): Fate {
  return Object.keys(report).find((fate): fate is keyof Report =>
    report[fate as keyof Report].includes(index),
  )
}
