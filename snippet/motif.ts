import type { Beginning } from '../loader/begin.ts'
import { folderOf, type HostOptions } from '../loader/options.ts'
import type { Report } from '../wire/event.ts'
import { isPattern } from '../wire/limits.ts'
import type { Chunks } from './chunks.ts'
import type { Outbox } from './deliver/outbox.ts'
import { takeEntrance } from './entrance.ts'
import { begin, findPattern } from './first/beginning.ts'
import { reportOf } from './first/item.ts'
import { whenParsed } from './first/parsing.ts'
import { removeHidingSheet } from './first/reveal.ts'
import { quietly } from './life.ts'
import { OwnPromise } from './own.ts'
import type { Motif, StartOptions } from './public.d.ts'
import { beginRun, type Run, type Surroundings } from './run.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'

declare const version: string

/** The page's object, and what its script needs to continue what the tag has begun. */
interface Made {
  motif: Motif
  scheduler: Scheduler
  /** Opens the editor if somebody comes to edit; then `start` does nothing. Returns whether that is so. */
  edit(): boolean
  /** Continues the run that the tag has begun. Without one the page stays as it is. */
  proceed(beginning?: Beginning): void
}

/** Gives an object the methods of `window.motif`. */
export const createPageObject = (object: object, given: HostOptions, chunks: Chunks): Made => {
  const scheduler = createScheduler()
  let options = given
  let run: Run | undefined
  let isGranted: boolean | undefined
  let entrance: string | undefined
  const unsent = new Set<Outbox>()
  let begun = (_: Promise<Report>) => {}
  let ready = new OwnPromise<Report>((resolve) => {
    begun = resolve
  })

  const runOf = (beginning: Beginning) => {
    try {
      return beginRun(beginning, { options, chunks, scheduler, consent: () => isGranted, unsent, tell })
    } catch {
      // The page has replaced something that a run needs.
      removeHidingSheet(beginning)
      return undefined
    }
  }

  const proceed = (beginning?: Beginning) => {
    run = beginning && runOf(beginning)
    ready = run ? run.report : new OwnPromise((resolve) => whenParsed(() => resolve(reportOf([])), scheduler))
    begun(ready)
  }

  const edit = () => {
    if (entrance) return true
    const found = takeEntrance()
    entrance = found
    if (found)
      chunks.editing().then(
        ({ openEditing }) => openEditing(options.host, found),
        () => {},
      )
    return !!found
  }

  const tell: Surroundings['tell'] = (name, detail) => {
    if (!/^(off|false)$/.test(`${options.debug ?? 'off'}`)) console.info('motif', name, detail)
    // A page may define its own `CustomEvent`.
    quietly(() => document.dispatchEvent(new CustomEvent(`motif:${name}`, { detail })))
  }

  const start = (more?: StartOptions | null) => {
    const host = folderOf(`${more?.host ?? options.host}`)
    options = { ...options, ...more, host } as typeof options
    if (edit()) return
    const pattern = isPattern(more?.pattern) ? more.pattern : findPattern(options)
    if (pattern && pattern === run?.pattern && !run.isOver() && run.isHere()) return
    const former = run
    proceed(pattern ? begin(pattern, options, options.hide, scheduler) : undefined)
    if (!former?.isOver()) former?.end(ready)
  }

  const methods: Motif = {
    version,
    get ready() {
      return ready
    },
    // The loader's `start`, if the page kept it, assigns `ready` once more.
    set ready(_) {},
    start: (more) => quietly(() => start(more)),
    stop: () =>
      quietly(() => {
        if (!run?.isOver()) run?.end(reportOf([]))
      }),
    consent(granted) {
      // A consent tool's text, such as `'denied'`, is not consent.
      isGranted = granted === true
      quietly(() => run?.consent(!!isGranted))
      // Runs that have ended may still wait for the collector.
      if (!isGranted) for (const outbox of unsent) quietly(outbox.drop)
    },
    on(name, listener) {
      const heard = (event: Partial<CustomEvent>) => listener(event.detail)
      document.addEventListener(`motif:${name}`, heard)
      return () => document.removeEventListener(`motif:${name}`, heard)
    },
  }
  const motif = Object.defineProperties(object, Object.getOwnPropertyDescriptors(methods)) as Motif
  return { motif, scheduler, edit, proceed }
}
