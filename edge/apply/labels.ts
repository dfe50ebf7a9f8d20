import { letters } from '../../wire/texts.ts'
import { ownValue } from '../edits.ts'
import type { TagToken } from '../html/tag.ts'
import type { ChangedPart } from './mark.ts'
import { readText } from './read-text.ts'

/** The labels in a start tag that say the words of its element, but for those that a selector names: it would lose the element. */
export function labelsSaying(
  words: string,
  bytes: Uint8Array,
  tag: TagToken,
  named: ReadonlySet<string> | undefined,
): ChangedPart[] {
  const said = letters(words)
  return ['aria-label', 'title'].flatMap((name) => {
    const own = named?.has(name) ? undefined : ownValue(bytes, tag, name)
    return own !== undefined && said && letters(readText(own)) === said ? [{ name, own }] : []
  })
}
