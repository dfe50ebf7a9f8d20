import { patternOfLink } from '../loader/pattern.ts'
import type { Beginning } from '../loader/stub.ts'
import { doneMark, recordId } from '../wire/done.ts'
import type { Report } from '../wire/event.ts'
import type { PageRecord } from '../wire/record.ts'
import { startClock } from './clock.ts'
import { createCurtain } from './hide.ts'
import { sanitise } from './items/html.ts'
import { hasAwaited } from './items/hydration/marks.ts'
import { reportOf } from './items/item.ts'
import { type AppliedItems, applyItems } from './items/items.ts'
import { type Measuring, startMeasuring } from './measure/measuring.ts'
import type { Surroundings } from './measure/visit.ts'
import { listen, OwnPromise, query, quietly } from './page.ts'
import { watchPath } from './path.ts'
import type { LoadRare, RareFiles } from './rare/rare.ts'

/** How long after the page has loaded `ready` waits for what a script may still render. */
const renderedAfterMs = 1000

/** An item without a match this long after the page has loaded is missing. */
const missingAfterMs = 5000

/** One pattern at work in the page. Everything that it begins ends with it. */
export interface Run {
  pattern: string
  /** The first report that covers every item, or the latest 1 s after load; an empty one if the record did not come. */
  report: Promise<Report>
  /** Whether it has ended, or had nothing to do. */
  isOver(): boolean
  /** Whether the document is on the path on which it began. On others it rests. */
  isHere(): boolean
  consent(): void
  /** Gives back what the page itself last set, ends measuring and sends what waits. Resolves `report` to another one. */
  end(report: Report | Promise<Report>): void
}

type Bridge = (element: HTMLElement, text?: string) => boolean

/** Continues what the tag has begun: waits for the record, applies it and measures the page. */
export function beginRun(
  { pattern, answer, sheet }: Beginning,
  page: Surroundings & { load: LoadRare },
): Run {
  const { options, load, tell } = page
  const life = new AbortController()
  const { signal } = life
  const clock = startClock(signal)
  const hideOnly = createCurtain(sheet)
  const keeps = options.keep === 'session'
  /** Whether an item may be missing: not on a page to which the person was only kept. */
  let mayMiss = !keeps || !!patternOfLink(options)
  let items: AppliedItems | undefined
  let bridge: Bridge | undefined
  let measuring: Measuring | undefined
  let edge: RareFiles['edge'] | undefined
  /** The latest report that the page was told. */
  let latest: Report | undefined
  /** How many items there are. */
  let length = 0
  let settle: (report: Report | Promise<Report>) => void = () => {}
  const report = new OwnPromise<Report>((resolve) => {
    settle = resolve
  })

  /** What shows words in front of what a framework has still to hydrate: nothing does until its file, which is asked for once, is there. */
  function askBridge(): Bridge {
    if (!bridge) {
      bridge = () => false
      load('bridge')
        .then((file) => {
          bridge = file.bridge
          items?.change()
        })
        .catch(quietly)
    }
    return bridge
  }

  async function personalise(): Promise<void> {
    // Marks and record of the edge have the pattern, which its page's server does not know.
    if (query(`#${recordId},[${doneMark}^="${pattern} "]`)[0]) edge = await load('edge')
    bridge = edge?.bridge
    // It comes beside the record.
    if (hasAwaited()) askBridge()
    const received = edge?.recordOf(pattern) ?? (await ask())
    if (signal.aborted) return
    if (received?.pattern !== pattern || (options.late === 'skip' && sheet?.disabled)) return fail()
    length = received.content.length
    // What is not needed for the first personal paint comes after the first pass.
    await new OwnPromise<void>((resolve) => {
      items = applyItems({
        content: received.content,
        clock,
        signal,
        isHere,
        sanitise: (html) => sanitise(html, () => load('sanitiser')),
        bridge: (element, text) => askBridge()(element, text),
        adopt: edge?.adoptMarks.bind(null, pattern, signal),
        changed: (undone, now) => resolve(changed(undone, now)),
      })
    })
    awaitRest()
    listen(['load'], awaitRest, signal)
    const isPreview = location.search.includes('motif-preview')
    const start = isPreview ? (await load('preview')).startMeasuring : startMeasuring
    if (signal.aborted) return
    measuring = start({ ...page, record: received, signal, isHere, report: () => latest })
  }

  /** The loader has asked for the record already, unless it has found one of the edge's. */
  async function ask(): Promise<PageRecord | undefined> {
    const response = await (answer?.then ? answer : fetch(`${options.host}/p/${pattern}`))
    return response?.json?.()
  }

  /** Reveals what is done, and tells the page the report: from DOMContentLoaded on, and whenever it has changed. */
  function changed(undone: string, report: Report | undefined): void {
    hideOnly(undone)
    if (report && document.readyState !== 'loading' && JSON.stringify(report) !== JSON.stringify(latest)) {
      latest = report
      if (Object.values(report).flat().length === length) settle(report)
      tell('applied', report)
    }
    measuring?.change()
  }

  /** Once the document has loaded, items may be missing a while later. */
  function awaitRest(): void {
    if (document.readyState !== 'complete') return
    clock.after(renderedAfterMs, () => settle(latest ?? reportOf([])))
    clock.after(missingAfterMs, () => mayMiss && isHere() && items?.miss())
  }

  /** Ends the run without a record. */
  function fail(): void {
    life.abort()
    hideOnly('')
    whenParsed(() => settle(reportOf([])))
  }

  /** The document has gone to another path, and the items rest; or it is back. */
  function move(): void {
    mayMiss &&= !keeps
    if (!isHere()) {
      hideOnly('')
      settle(latest ?? reportOf([]))
    }
    items?.change()
    measuring?.change()
  }

  const place = watchPath(signal, move)
  const isHere = () => place.isHere() || keeps
  personalise().catch(() => {
    if (!items) fail()
  })
  return {
    pattern,
    report,
    isOver: () => signal.aborted,
    isHere,
    consent: () => measuring?.consent(),
    end(next) {
      if (signal.aborted) return
      life.abort()
      hideOnly('')
      settle(next)
    },
  }
}

/** Runs something when the document is parsed. It polls, because a visitor without a pattern must not get a listener. */
export function whenParsed(run: () => void): void {
  if (document.readyState === 'loading') setTimeout(whenParsed, 50, run)
  else run()
}
