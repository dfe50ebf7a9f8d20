import { keptHere } from './address.ts'

/** By these somebody scrolls by themselves, or goes on. */
const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to where somebody was when they come back to an address, as soon as enough of its screen has been loaded again. The
 * browser tries before there is anything.
 */
export function scrollBack(): void {
  addEventListener('popstate', () => {
    const { top = 0 } = keptHere()
    if (top > 0) scrollOnceThere(top)
  })
}

function scrollOnceThere(top: number): void {
  const ended = new AbortController()
  const { signal } = ended
  const grown = new ResizeObserver(() => {
    const isHere = keptHere().top === top
    if (isHere && document.documentElement.scrollHeight - innerHeight < top) return
    if (isHere) scrollTo(0, top)
    ended.abort()
  })
  signal.addEventListener('abort', () => grown.disconnect())
  for (const sign of signs) addEventListener(sign, () => ended.abort(), { signal, passive: true })
  grown.observe(document.body)
}
