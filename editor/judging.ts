import { effect } from '@preact/signals'
import { setSelector } from './changes.ts'
import type { Chosen, Editing } from './editing.ts'
import { createJudge } from './selectors/judge-selectors.ts'
import { matchesOf, type SelectorCandidate } from './selectors/propose-selectors.ts'
import type { JudgedCandidate } from './selectors/stable-over.ts'

/** A selector that is being written is not judged letter by letter. */
const pauseMs = 300

/**
 * Judges the selector of what is chosen, and the others to choose from, by other renderings of the page. One that does not
 * last gives way to a better one at once, as long as nothing is written by it.
 */
export function followJudging(editing: Editing, life: AbortSignal): void {
  const judge = createJudge(life)
  let asked = new AbortController()
  const stop = effect(() => {
    const chosen = editing.chosen.value
    const element = chosen?.element
    asked.abort()
    if (!element || !chosen.selector || verdictOn(chosen)) return
    asked = new AbortController()
    const { signal } = asked
    const ask = async () => {
      const judged = await judge(element, withOwn(chosen, element), signal)
      if (!signal.aborted) take(editing, chosen, judged)
    }
    setTimeout(() => signal.aborted || ask(), pauseMs)
  })
  life.addEventListener('abort', () => {
    asked.abort()
    stop()
  })
}

/** What is known of the chosen selector elsewhere; undefined as long as it was not judged. */
export function verdictOn({ candidates, selector }: Chosen): JudgedCandidate | undefined {
  return candidates.find((one): one is JudgedCandidate => one.selector === selector && 'isStable' in one)
}

/** The first that lasts better than the chosen one. */
export function betterThan({ candidates, selector }: Chosen): SelectorCandidate | undefined {
  return candidates.find(
    (one) => one.selector !== selector && one.matches === 1 && 'isStable' in one && one.isStable,
  )
}

/** A selector of the template's or the marketer's own is judged beside those that are proposed. */
function withOwn({ candidates, selector }: Chosen, element: Element): SelectorCandidate[] {
  const matches = matchesOf(element, selector)
  if (matches === 0 || candidates.some((one) => one.selector === selector)) return candidates
  return [...candidates, { selector, matches, why: 'Your own.', isByPlace: /:nth-/.test(selector) }]
}

function take(editing: Editing, asked: Chosen, candidates: JudgedCandidate[]): void {
  const now = editing.chosen.value
  if (now?.element !== asked.element || now?.selector !== asked.selector) return
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
