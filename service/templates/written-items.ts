import { parseDocument } from 'yaml'
import type { CaseItem } from '../../wire/editor.ts'

/** The names of languages as texts are written under them; none for one text. */
type WrittenLanguages = string[]

/** How an item of a sound template is written. */
export interface WrittenItem {
  payload: WrittenLanguages
  write: WrittenLanguages
  for: { when: CaseItem['when']; payload: WrittenLanguages }[]
}

/** Reads from a sound template's text under what names its content items have their texts, and the conditions of cases. */
export function writtenItems(yaml: string): WrittenItem[] {
  const { content } = parseDocument(yaml).toJS() as { content?: Written[] }
  const namesOf = (texts: unknown) => (typeof texts === 'object' ? Object.keys(texts ?? {}) : [])
  return (content ?? []).map(({ payload, write, for: cases }) => ({
    payload: namesOf(payload),
    write: namesOf(write),
    for: (cases ?? []).map(({ when, payload: words }) => ({ when, payload: namesOf(words) })),
  }))
}

interface Written {
  payload?: unknown
  write?: unknown
  for?: { when: CaseItem['when']; payload: unknown }[]
}
