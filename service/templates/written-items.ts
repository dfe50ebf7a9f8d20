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
  const { content } = parseDocument(yaml).toJS({ maxAliasCount: -1 }) as { content?: Written[] }
  const known = new Map<unknown, string[]>()
  // What an alias repeats is the same object, whose names are there once.
  const namesOf = (texts: unknown) => {
    const names = known.get(texts) ?? (typeof texts === 'object' ? Object.keys(texts ?? {}) : [])
    known.set(texts, names)
    return names
  }
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
