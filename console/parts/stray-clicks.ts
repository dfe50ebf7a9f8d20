/** What a click does something with. */
const controls = 'a, button, summary, label, input, select'

/**
 * Ignores the second click of a double click where it comes to be on another control than the first: what the first one did has put
 * that there, such as `Open again` in the place of `Pause`.
 */
export function ignoreStrayClicks(): void {
  let first: Element | undefined
  const take = (event: MouseEvent) => {
    const control = controlOf(event.target)
    if (event.detail <= 1) first = control
    else if (control !== first) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  addEventListener('click', take, { capture: true })
}

/** The control at a place; of a box with its label, the label. */
function controlOf(target: EventTarget | null): Element | undefined {
  const control = target instanceof Element ? target.closest(controls) : null
  return control?.closest('label') ?? control ?? undefined
}
