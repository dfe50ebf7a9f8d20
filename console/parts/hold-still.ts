import { options } from 'preact'

/** What is pressed. A press elsewhere, such as one that selects words, holds nothing. */
const controls = 'a, button, summary, label, input'

/** A press holds what is shown for at most so long: a button may be held for as long as one likes. */
const longestHoldMs = 1000

/** How long after the finger leaves the screen a browser may take to tell of the click. */
const clickAfterMs = 50

/**
 * Keeps all that is shown where it is while a control is pressed, and renders what came in the meantime right after its click.
 * Otherwise an answer that comes between the two moves the control away from the pointer, and the browser drops the click.
 */
export function holdStillWhilePressed(): void {
  let isPressed = false
  let timer = 0
  let waiting: (() => void) | undefined

  options.debounceRendering = (renderAll) => {
    if (isPressed) waiting = renderAll
    else queueMicrotask(renderAll)
  }

  const release = () => {
    clearTimeout(timer)
    isPressed = false
    waiting?.()
    waiting = undefined
  }

  const releaseIn = (ms: number) => {
    clearTimeout(timer)
    timer = window.setTimeout(release, ms)
  }

  addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Element && target.closest(controls))) return
    isPressed = true
    releaseIn(longestHoldMs)
  })
  addEventListener('pointerup', () => isPressed && releaseIn(clickAfterMs))
  addEventListener('pointercancel', release)
  // After the listeners of what was clicked.
  addEventListener('click', release)
}
