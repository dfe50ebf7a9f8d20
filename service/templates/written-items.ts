import { parseDocument } from 'yaml'

/** The texts of a content item as they are written: one, or one under each name of a language. */
export type WrittenItem = Partial<Record<'payload' | 'write', unknown>>

/** Reads the content items of a sound template's text. */
export function writtenItems(yaml: string): WrittenItem[] {
  const { content } = parseDocument(yaml).toJS({ maxAliasCount: -1 }) as { content?: WrittenItem[] }
  return content ?? []
}
