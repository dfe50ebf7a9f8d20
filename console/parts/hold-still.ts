import { options } from 'preact'

/** What is clicked. A press elsewhere, such as one that selects words, holds nothing back. */
const controls = 'a, button, summary, label, input'

/** The longest that a press holds rendering back, even if the button stays down. */
const longestHoldMs = 1000

/** How long after a finger has left the screen the browser may take to report the click. */
const clickAfterMs = 50

/**
 * Renders nothing while a control is pressed, and catches up right after its click. If an answer of the service moved the control
 * away between press and release, the browser would drop the click.
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
    const renderAll = waiting
    waiting = undefined
    renderAll?.()
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
  // After the handlers of what was clicked.
  addEventListener('click', release)
  // Handlers of input are made when a form is rendered: the next one has to find what the one before it has changed.
  addEventListener('input', release, { capture: true })
}
