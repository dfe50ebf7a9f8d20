import { effect } from '@preact/signals'
import { setSelector } from './changes.ts'
import { type Chosen, type Editing, elementOf } from './editing.ts'
import { createJudge } from './selectors/judge-selectors.ts'
import { matchesOf, type SelectorCandidate } from './selectors/propose-selectors.ts'
import type { JudgedCandidate } from './selectors/stable-over.ts'

/** How long typing must pause before a selector is judged. */
const pauseMs = 300

/**
 * Judges the chosen selector, and the others to choose from, by other renderings of the page. A selector that does not last is
 * replaced by a better one at once, unless an item already uses it.
 */
export function followJudging(editing: Editing, life: AbortSignal): void {
  const judge = createJudge(life)
  let asked = new AbortController()
  const stop = effect(() => {
    const chosen = editing.chosen.value
    const element = chosen && elementOf(chosen)
    asked.abort()
    if (!element || !chosen.selector) return
    const candidates = withOwn(chosen, element)
    if (candidates.every(isJudged)) return
    asked = new AbortController()
    const { signal } = asked
    const ask = async () => {
      const judged = await judge(element, candidates, signal)
      if (!signal.aborted) take(editing, chosen, judged)
    }
    setTimeout(() => signal.aborted || ask(), pauseMs)
  })
  life.addEventListener('abort', () => {
    asked.abort()
    stop()
  })
}

/** The judgement of the chosen selector; undefined until it was judged, and if it does not match the element as CSS. */
export function verdictOn({ candidates, selector }: Chosen): JudgedCandidate | undefined {
  return candidates.filter(isJudged).find((one) => one.selector === selector)
}

const isJudged = (one: SelectorCandidate): one is JudgedCandidate => 'isStable' in one

/** The first candidate that lasts better than the chosen selector. */
export function betterThan({ candidates, selector }: Chosen): SelectorCandidate | undefined {
  return candidates
    .filter(isJudged)
    .find((one) => one.selector !== selector && one.matches === 1 && one.isStable)
}

/** The candidates, with the chosen selector if it is the template's or the marketer's own. */
function withOwn({ candidates, selector }: Chosen, element: Element): SelectorCandidate[] {
  const matches = matchesOf(element, selector)
  if (matches === 0 || candidates.some((one) => one.selector === selector)) return candidates
  return [...candidates, { selector, matches, why: 'Your own.', isByPlace: /:nth-/.test(selector) }]
}

function take(editing: Editing, asked: Chosen, candidates: JudgedCandidate[]): void {
  const now = editing.chosen.value
  if (now?.picked !== asked.picked || now?.selector !== asked.selector) return
  const judged = { ...now, candidates }
  const better = betterThan(judged)
  editing.chosen.value = judged
  if (verdictOn(judged)?.isStable === false && better && !isUsed(editing, asked.selector))
    setSelector(editing, judged, better.selector)
}

function isUsed({ history }: Editing, selector: string): boolean {
  const { content, analytics } = history.template.value
  return [...content, ...analytics].some((item) => item.selector === selector)
}
