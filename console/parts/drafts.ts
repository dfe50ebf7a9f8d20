import { computed, effect, signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Unsaved input, by form. It outlives its screen: if somebody goes to another screen and comes back, the form still has what they
 * typed.
 */
const drafts = signal<ReadonlyMap<string, unknown>>(new Map())

/** Whether there is unsaved input. */
export const hasDrafts = computed(() => drafts.value.size > 0)

/** Whether a form has unsaved input whose name begins so. */
export function hasDraftOf(beginning: string): boolean {
  return [...drafts.value.keys()].some((form) => form.startsWith(beginning))
}

/** Discards the unsaved input of forms whose names begin so, except of those that are named. */
export function dropDraftsExcept(beginning: string, forms: string[]): void {
  change((all) => {
    for (const form of all.keys()) if (form.startsWith(beginning) && !forms.includes(form)) all.delete(form)
  })
}

/** The unsaved input of a form, with functions to keep it and to discard it. */
export interface Draft<T> {
  value: T | undefined
  keep: (value: T) => void
  drop: () => void
}

/** The draft of a form, such as `new campaign` or `template launch`. */
export function useDraft<T>(form: string): Draft<T> {
  return {
    // Each form has one name and one shape.
    value: drafts.value.get(form) as T | undefined,
    keep: (value) => change((all) => all.set(form, value)),
    drop: () => change((all) => all.delete(form)),
  }
}

/** Discards all drafts if `person` is another one than before, or nobody. */
export function useDraftsOf(person: string): void {
  const last = useRef(person)
  useEffect(() => {
    if (last.current !== person) drafts.value = new Map()
    last.current = person
  }, [person])
}

/** Makes the browser ask before the console is closed or reloaded with unsaved input. */
export function warnBeforeLeaving(): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // Only while there is unsaved input: a page with this listener cannot use the back/forward cache.
  effect(() => {
    if (hasDrafts.value) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  })
}

function change(by: (all: Map<string, unknown>) => void): void {
  const all = new Map(drafts.peek())
  by(all)
  drafts.value = all
}
