import { useEffect, useRef, useState } from 'preact/hooks'
import { findMatches } from '../selectors/find-matches.ts'

/** How long an element is outlined, in milliseconds. */
const shownMs = 2500

interface Showing {
  /** The outlined element. */
  shown: Element | undefined
  /** Scrolls to an element that a selector matches, the next one each time, and outlines it for a while. */
  show(selector: string): void
}

/** Shows elements of the page without changing them. */
export function useShowing(): Showing {
  const [shown, setShown] = useState<Element>()
  const times = useRef(new Map<string, number>())
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const show = (selector: string) => {
    const found = findMatches(selector)
    const time = times.current.get(selector) ?? 0
    times.current.set(selector, time + 1)
    const element = found[time % found.length]
    element?.scrollIntoView({ behavior: 'smooth', block: 'center' })
    setShown(element)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(setShown, shownMs, undefined)
  }
  return { shown, show }
}
