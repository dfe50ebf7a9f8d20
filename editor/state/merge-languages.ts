import type { CaseItem, EditedTemplate, TemplateContentItem } from '../../wire/editor.ts'
import { toLanguages } from './localised.ts'

/** An item of mine in the languages of their version, where it may be another: languages that only theirs has stay. */
export function inLanguagesOf(
  { mine, theirs }: { mine: EditedTemplate; theirs: EditedTemplate },
  item: TemplateContentItem,
  other: TemplateContentItem | undefined,
): TemplateContentItem {
  const languages = { before: mine.languages, after: theirs.languages }
  const { payload, write, for: cases } = item
  const otherWords = ({ when }: CaseItem) =>
    other?.for?.find((one) => JSON.stringify(one.when) === JSON.stringify(when))?.payload
  return {
    ...item,
    ...(payload !== undefined && { payload: toLanguages(payload, other?.payload, languages) }),
    ...(write !== undefined && { write: toLanguages(write, other?.write, languages) }),
    ...(cases && {
      for: cases.map((one) => ({ ...one, payload: toLanguages(one.payload, otherWords(one), languages) })),
    }),
  }
}
