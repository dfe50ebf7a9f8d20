import { useState } from 'preact/hooks'
import type { Editing } from '../editing.ts'

/**
 * What somebody types into a field, as it is typed: the template may have it otherwise, or not at all. Undefined once it is set so, or
 * once an undo, a redo or another version has changed the template.
 */
export function useTyped<Typed>({
  history,
}: Pick<Editing, 'history'>): [Typed | undefined, (typed: Typed | undefined) => void] {
  const { value: turn } = history.turn
  const [latest, setLatest] = useState<{ typed: Typed | undefined; turn: number }>()
  return [latest?.turn === turn ? latest.typed : undefined, (typed) => setLatest({ typed, turn })]
}
