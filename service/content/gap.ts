import { type Static, Type } from 'typebox'
import { component, optionalText } from '../base/http/schemas/fields.ts'
import { itemFields } from '../templates/operations.ts'

/** A content item that, for one person, renders to nothing, falls back to its default, or has its plain words instead of written ones. */
export const Gap = component('Gap', {
  ...itemFields,
  empty: Type.Boolean({ description: 'It renders to nothing: the page keeps its own content' }),
  byDefault: Type.Boolean({ description: 'A `default` filter stood in for what is not known' }),
  notWritten: optionalText(
    'Why the language model’s text is not there; left out if it is, or none was wanted',
  ),
})

export type Gap = Static<typeof Gap>

/** A content item without a text in this language: nothing is missing, the page keeps its own. */
type Textless = Pick<Gap, 'index' | 'selector' | 'type'>

/** A content item with a value that one person lacks, and no default: `Hello , welcome`. */
interface Blank extends Textless {
  position: number
}

/** What a template left out of a record, or could not say of its person. */
export interface Lacking {
  gaps: Gap[]
  blanks: Blank[]
  textless: Textless[]
}

/** The text of what a record lacks. Equal ones give equal text, so that a query can group by it. */
export function encodeGaps({ gaps, blanks, textless }: Lacking): string {
  return JSON.stringify({ gaps, blanks, textless })
}

/** What `encodeGaps` wrote; nothing for a record that is not completed. */
export function decodeGaps(text: string | null): Lacking {
  return text === null ? { gaps: [], blanks: [], textless: [] } : (JSON.parse(text) as Lacking)
}

/** Found in the text only where there are blanks: within a JSON string its quotation marks would be escaped. */
export const blanksMark = ',"blanks":[{'

/** Found likewise only if a text was not written. */
export const notWrittenMark = ',"notWritten":"'

/** The text begins so where there are no gaps. */
export const noGaps = '{"gaps":[]'
