import { finder } from '@medv/finder'
import { proposeSelectors } from '../../editor/selectors/propose-selectors.ts'
import { chromeSelector } from './chrome-selector.ts'
import { redesigns } from './redesigns.ts'

/** Who makes a selector. */
export type Maker = 'motif' | 'chrome' | 'finder'

/** Selectors of a page's targets, by target and maker. */
export type Made = Record<string, Record<Maker, string>>

/** What a selector matches in the later page. */
export type Outcome = 'hit' | 'among others' | 'another' | 'nothing'

/** The attribute by which fixtures name their targets. It is removed before selectors are made. */
const mark = 'bench'

const makers: Record<Maker, (element: Element) => string> = {
  motif: (element) => proposeSelectors(element)[0]?.selector ?? '',
  chrome: chromeSelector,
  // On a busy machine its default of one second would be too short.
  finder: (element) => finder(element, { timeoutMs: 20_000 }),
}

/** Makes selectors of all targets of the page. */
function make(): Made {
  const targets = takeTargets()
  return Object.fromEntries([...targets].map(([name, element]) => [name, madeFor(element)]))
}

function madeFor(element: Element): Record<Maker, string> {
  const entries = Object.entries(makers).map(([maker, make]) => [maker, make(element)])
  return Object.fromEntries(entries) as Record<Maker, string>
}

/** Judges selectors in the later version of the page. */
function judge(made: Made): Record<string, Record<Maker, Outcome>> {
  const targets = takeTargets()
  return Object.fromEntries(
    Object.entries(made).map(([name, selectors]) => {
      const target = targets.get(name)
      if (!target) throw new Error(`The later version has no target ${name}.`)
      const outcomes = Object.entries(selectors).map(([maker, css]) => [maker, outcomeOf(css, target)])
      return [name, Object.fromEntries(outcomes) as Record<Maker, Outcome>]
    }),
  )
}

function outcomeOf(css: string, target: Element): Outcome {
  const found = [...document.querySelectorAll(css)]
  if (found.length === 0) return 'nothing'
  if (!found.includes(target)) return 'another'
  return found.length === 1 ? 'hit' : 'among others'
}

/** The targets by their names, without their marks. */
function takeTargets(): Map<string, Element> {
  const targets = [...document.querySelectorAll(`[${mark}]`)]
  return new Map(
    targets.map((element) => {
      const name = element.getAttribute(mark) ?? ''
      element.removeAttribute(mark)
      return [name, element]
    }),
  )
}

/** Redesigns a page without a later version of its own. */
function redesign(page: string): void {
  for (const step of redesigns[page]?.steps ?? []) step(document)
}

export const inPage = { make, judge, redesign }
Object.assign(window, { selectorBench: inPage })
