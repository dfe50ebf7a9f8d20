import { useState } from 'preact/hooks'
import type { Editing } from '../editing.ts'

/**
 * The text in a field while somebody types: the template may not have it yet, or in another form. Undefined if nothing was typed, and
 * after an undo, a redo or a change to another version, which the field has to show.
 */
export function useTyped<Typed>({
  history,
}: Pick<Editing, 'history'>): [Typed | undefined, (typed: Typed | undefined) => void] {
  const { value: turn } = history.turn
  const [latest, setLatest] = useState<{ typed: Typed | undefined; turn: number }>()
  return [latest?.turn === turn ? latest.typed : undefined, (typed) => setLatest({ typed, turn })]
}
