import { parseDocument } from 'yaml'

/** The names of languages as an item's texts are written under them; none for one text. */
export type WrittenItem = Record<'payload' | 'write', string[]>

/** Reads from a sound template's text under what names its content items have their texts. */
export function writtenItems(yaml: string): WrittenItem[] {
  const { content } = parseDocument(yaml).toJS({ maxAliasCount: -1 }) as { content?: Written[] }
  const known = new Map<unknown, string[]>()
  // What an alias repeats is the same object, whose names are there once.
  const namesOf = (texts: unknown) => {
    const names = known.get(texts) ?? (typeof texts === 'object' ? Object.keys(texts ?? {}) : [])
    known.set(texts, names)
    return names
  }
  return (content ?? []).map(({ payload, write }) => ({ payload: namesOf(payload), write: namesOf(write) }))
}

type Written = Partial<Record<'payload' | 'write', unknown>>
