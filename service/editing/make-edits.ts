import { DomainError } from '../base/words/errors.ts'
import type { TemplateThread } from '../templates/template-thread.ts'
import { readEdits } from './read-edits.ts'

/** `as-written`: unchanged parts keep their form. `quickly`: only the meaning is kept. */
type Manner = 'as-written' | 'quickly'

const ways = { 'as-written': 'editTemplate', quickly: 'editMeaning' } as const satisfies Record<
  Manner,
  string
>

/** Applies unchecked changes to the text of a template. Throws `invalid-field` where one is not possible. */
export type MakeEdits = (
  organization: string,
  yaml: string,
  edits: readonly unknown[],
  manner: Manner,
) => Promise<string>

/** Creates the function that changes texts in the thread of the templates. */
export function createMakeEdits(thread: TemplateThread): MakeEdits {
  return async (organization, yaml, edits, manner) => {
    const read = readEdits(edits)
    try {
      return await thread.run(organization, ways[manner], yaml, read)
    } catch (error) {
      if (error instanceof DomainError) throw error
      // For example an item that does not exist. The message tells only about the template.
      throw new DomainError('invalid-field', `edits: ${(error as Error).message}.`)
    }
  }
}
