/** A ref for the field of a form that somebody has opened to type there next. */
export function focusOnce(field: HTMLElement | null): void {
  if (field && !field.dataset.focused) {
    field.dataset.focused = 'true'
    field.focus()
  }
}
