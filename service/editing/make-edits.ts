import { DomainError } from '../model/errors.ts'
import { editMeaning, editTemplate } from '../templates/edit-template.ts'
import { readEdits } from './read-edits.ts'

/** `as-written`: what is not changed keeps its form. `quickly`: what the text says is the same. */
type Manner = 'as-written' | 'quickly'

const ways = { 'as-written': editTemplate, quickly: editMeaning } satisfies Record<Manner, unknown>

/** A template's text with changes, which are checked. Throws `invalid-field` where one cannot be made. */
export function makeEdits(yaml: string, edits: readonly unknown[], manner: Manner): string {
  const read = readEdits(edits)
  try {
    return ways[manner](yaml, read)
  } catch (error) {
    // Such as an item that is not there. It tells of the template alone.
    throw new DomainError('invalid-field', `edits: ${(error as Error).message}.`)
  }
}
