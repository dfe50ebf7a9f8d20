import { DomainError } from '../base/words/errors.ts'
import { editMeaning, editTemplate } from '../templates/edit-template.ts'
import { readEdits } from './read-edits.ts'

/** `as-written`: unchanged parts keep their form. `quickly`: only the meaning is kept. */
type Manner = 'as-written' | 'quickly'

const ways = { 'as-written': editTemplate, quickly: editMeaning } satisfies Record<Manner, unknown>

/** Applies unchecked changes to a template's text. Throws `invalid-field` where one is not possible. */
export function makeEdits(yaml: string, edits: readonly unknown[], manner: Manner): string {
  const read = readEdits(edits)
  try {
    return ways[manner](yaml, read)
  } catch (error) {
    // For example an item that does not exist. The message tells only about the template.
    throw new DomainError('invalid-field', `edits: ${(error as Error).message}.`)
  }
}
