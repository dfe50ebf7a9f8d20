import { type Beginning, begin, findPattern, whenParsed } from '../loader/begin.ts'
import { type Options, withoutSlash } from '../loader/options.ts'
import type { Report } from '../wire/event.ts'
import { reportOf } from './apply/item.ts'
import type { Chunks } from './chunks.ts'
import type { Motif, StartOptions } from './public.d.ts'
import { beginRun, type Run, type Surroundings } from './run.ts'

declare const version: string

/** The object that a page knows, and the way for its script to go on with what the tag has begun. */
interface Made {
  motif: Motif
  /** Goes on with the run that the tag has begun; without one the page is as it is. */
  proceed(beginning?: Beginning): void
}

/** Gives an object the methods of `window.motif`. */
export const createMotif = (object: object, given: Options & { host: string }, chunks: Chunks): Made => {
  let options = given
  let run: Run | undefined
  let isGranted: boolean | undefined
  let ready: Promise<Report> | undefined
  let hasStarted = () => {}
  const started = new Promise<void>((resolve) => {
    hasStarted = resolve
  })

  const proceed = (beginning?: Beginning) => {
    run = beginning && beginRun(beginning, surroundings())
    ready = undefined
    hasStarted()
  }

  const surroundings = (): Surroundings => ({ options, chunks, consent: () => isGranted, tell })

  const tell: Surroundings['tell'] = (name, detail) => {
    if ((options.debug ?? 'off') !== 'off') console.info('motif', name, detail)
    document.dispatchEvent(new CustomEvent(`motif:${name}`, { detail }))
  }

  /** The report of the run that is at work; who waits while another takes its place waits for that. */
  const latestReport = async (): Promise<Report> => {
    await started
    for (;;) {
      const asked = run
      const report = asked ? await asked.report : await whenParsed().then(() => reportOf([]))
      if (asked === run) return report
    }
  }

  const stop = () => {
    run?.end()
    run = undefined
  }

  const methods: Motif = {
    version,
    get ready() {
      ready ??= latestReport()
      return ready
    },
    start(more: StartOptions = {}) {
      options = { ...options, ...more } as typeof options
      options.host = withoutSlash(options.host)
      const pattern = findPattern(options, more.pattern)
      if (pattern && pattern === run?.pattern && !run.isOver()) return
      stop()
      proceed(pattern ? begin(pattern, options.host, options) : undefined)
    },
    stop,
    consent(granted) {
      isGranted = granted
      run?.consent(granted)
    },
    on(name, listener) {
      const heard = (event: Partial<CustomEvent>) => listener(event.detail)
      document.addEventListener(`motif:${name}`, heard)
      return () => document.removeEventListener(`motif:${name}`, heard)
    },
  }
  const motif = Object.defineProperties(object, Object.getOwnPropertyDescriptors(methods)) as Motif
  return { motif, proceed }
}
