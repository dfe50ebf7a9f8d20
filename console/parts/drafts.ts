import { computed, effect, signal } from '@preact/signals'
import { useCallback, useEffect, useRef } from 'preact/hooks'

/**
 * What was typed and is not saved yet, by the form that it was typed into. It outlives its screen: who goes to another
 * one, and comes back, finds what they typed.
 */
const drafts = signal<ReadonlyMap<string, unknown>>(new Map())

/** Whether something was typed that is not saved. */
export const hasDrafts = computed(() => drafts.value.size > 0)

/** What was typed into a form, how to keep it, and how to let it go: once it is saved, or not wanted any more. */
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
    keep: useCallback((value: T) => change((all) => all.set(form, value)), [form]),
    drop: useCallback(() => change((all) => all.delete(form)), [form]),
  }
}

/** What one person typed is not the next one's: lets go of all drafts where `person` is another one, or nobody. */
export function useDraftsOf(person: string): void {
  const last = useRef(person)
  useEffect(() => {
    if (last.current !== person) drafts.value = new Map()
    last.current = person
  }, [person])
}

/** Has the browser ask before the console is closed or loaded anew with something in it that is not saved. */
export function warnBeforeLeaving(): void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  // Only then: a page that listens is not kept for Back and Forward.
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
