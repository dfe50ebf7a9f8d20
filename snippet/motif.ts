import { defaultTimeoutMs, folderOf, type HostOptions, type Options } from '../loader/options.ts'
import { findPattern } from '../loader/pattern.ts'
import type { Beginning } from '../loader/stub.ts'
import { recordId } from '../wire/done.ts'
import { editName } from '../wire/editor.ts'
import { isPattern } from '../wire/limits.ts'
import type { Outbox } from './deliver/outbox.ts'
import { hide } from './hide.ts'
import { reportOf } from './items/item.ts'
import type { Surroundings } from './measure/visit.ts'
import { OwnPromise, quietly } from './page.ts'
import type { Motif, StartOptions } from './public.d.ts'
import type { LoadRare } from './rare/rare.ts'
import { beginRun, type Run, whenParsed } from './run.ts'

declare const version: string

/** What the loader has begun already. */
type Begun = Partial<Pick<Beginning, 'answer' | 'sheet'>>

/** Begins a run, or continues what the tag has begun. Without a pattern the page stays as it is, and so while somebody edits it. */
type Begin = (pattern: string | false | undefined, begun?: Begun) => void

/** Gives an object what `window.motif` has. Returns what begins. */
export function makeMotif(motif: Partial<Motif>, given: HostOptions, load: LoadRare): Begin {
  let options = given
  let run: Run | undefined
  let isGranted: boolean | undefined
  let isEditing = false
  const unsent = new Set<Outbox>()

  function begin(pattern: string | false | undefined, { answer, sheet }: Begun = {}): void {
    const former = run
    run = undefined
    // A marketer comes with a ticket in the address, or goes on in a tab that has a session: one editor, however often a run begins.
    if ((location + window.name).includes(editName)) {
      if (!isEditing) load('editing').then(({ openEditing }) => openEditing(options.host), quietly)
      isEditing = true
    } else if (pattern)
      try {
        sheet ??= hidePage(options)
        run = beginRun({ pattern, answer, sheet }, { options, load, consent: () => isGranted, unsent, tell })
      } catch {
        // The page has replaced something that a run needs.
        reveal(sheet)
      }
    motif.ready = run?.report ?? new OwnPromise((resolve) => whenParsed(() => resolve(reportOf([]))))
    former?.end(motif.ready)
  }

  const tell: Surroundings['tell'] = (name, detail) => {
    if (isOn(options.debug)) console.info('motif', name, detail)
    // In the form that tag managers expect.
    if (isOn(options.datalayer) && name !== 'applied')
      quietly(() => {
        const page = window as { dataLayer?: { push(entry: object): unknown } }
        page.dataLayer ??= []
        page.dataLayer.push({ event: `motif_${name}`, motif: detail })
      })
    // A page may define its own `CustomEvent`.
    quietly(() => document.dispatchEvent(new CustomEvent(`motif:${name}`, { detail })))
  }

  function start(more?: StartOptions | null): void {
    options = { ...options, ...more, host: folderOf(`${more?.host ?? options.host}`) } as typeof options
    const pattern = isPattern(more?.pattern) ? more.pattern : findPattern(options)
    if (!pattern || pattern !== run?.pattern || run.isOver() || !run.isHere()) begin(pattern)
  }

  Object.assign(motif, {
    version,
    start: (more?: StartOptions | null) => quietly(() => start(more)),
    stop: () => quietly(() => run?.end(reportOf([]))),
    consent(granted: unknown) {
      // A consent tool's text, such as `'denied'`, is not consent.
      isGranted = granted === true
      quietly(() => run?.consent())
      // Runs that have ended may still wait for the collector.
      if (!isGranted) for (const outbox of unsent) quietly(outbox.drop)
    },
    on(name: string, listener: (detail: unknown) => void) {
      const heard = (event: Partial<CustomEvent>) => listener(event.detail)
      document.addEventListener(`motif:${name}`, heard)
      return () => document.removeEventListener(`motif:${name}`, heard)
    },
  })
  return begin
}

/** Whether a value of the tag is neither left out nor `off`. */
function isOn(value: unknown = 'off'): boolean {
  return !/^(off|false)$/.test(`${value}`)
}

/** Hides the page, if the loader has not done so: what visitors have seen already is not hidden. */
function hidePage({ hide: selectors = 'html', timeout }: Options): CSSStyleSheet | undefined {
  // What the edge has changed needs no hiding.
  if (document.readyState !== 'loading' || recordId in window) return undefined
  const sheet = new CSSStyleSheet()
  hide(sheet, selectors)
  document.adoptedStyleSheets.push(sheet)
  setTimeout(reveal, (timeout || defaultTimeoutMs) as number, sheet)
  return sheet
}

function reveal(sheet: CSSStyleSheet | undefined): void {
  if (sheet) sheet.disabled = true
}
