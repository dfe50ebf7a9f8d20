import { byte, isBlank, isWordAt } from './ascii.ts'
import type { TagName } from './tag-name.ts'

/** A stretch of the page without tags: a comment, a declaration, the text of a script… */
export type Passage =
  | { kind: 'comment'; openedAt: number }
  | { kind: 'bogus-comment' }
  | { kind: 'cdata' }
  | { kind: 'raw-text'; name: string }
  | { kind: 'script'; depth: 0 | 1 | 2 }

/** How the content of an element is read, if it is text only. */
export function passageIn({ text, isRawText }: TagName): Passage | undefined {
  if (!isRawText) return undefined
  return text === 'script' ? { kind: 'script', depth: 0 } : { kind: 'raw-text', name: text }
}

/** How far a passage has been read. */
interface PassageProgress {
  at: number
  isDone: boolean
}

/** The bytes with which the end may begin. */
const firstOfEnd = { comment: byte.dash, 'bogus-comment': byte.greater, cdata: 93, 'raw-text': byte.less }

/** Continues reading a passage. A possible beginning of its end, at the end of the bytes, is left for the next call. */
export function readPassage(bytes: Uint8Array, at: number, passage: Passage): PassageProgress {
  if (passage.kind === 'script') return readScript(bytes, at, passage)
  for (let place = at; ; place++) {
    place = bytes.indexOf(firstOfEnd[passage.kind], place)
    if (place < 0) return { at: bytes.length, isDone: false }
    const end = endAt(bytes, place, passage)
    if (end !== false) return { at: end ?? place, isDone: end !== undefined }
  }
}

/** Where a passage ends if its end is here. `undefined` if the bytes end too early to say. */
function endAt(
  bytes: Uint8Array,
  at: number,
  passage: Exclude<Passage, { kind: 'script' }>,
): number | false | undefined {
  switch (passage.kind) {
    case 'comment': {
      // https://html.spec.whatwg.org/#comment-start-state: `<!-->` and `<!--->` end at once, `--!>` only later.
      const isPlain = isWordAt(bytes, at, '-->')
      if (isPlain !== false) return isPlain && at + 3
      return at >= passage.openedAt && isWordAt(bytes, at, '--!>') && at + 4
    }
    case 'bogus-comment':
      return at + 1
    case 'cdata':
      return isWordAt(bytes, at, ']]>') && at + 3
    case 'raw-text':
      return isNamedTagAt(bytes, at, `</${passage.name}`) && at
  }
}

/** Whether this beginning of a tag, followed by the end of a name, is here. */
function isNamedTagAt(bytes: Uint8Array, at: number, word: string): boolean | undefined {
  const isWord = isWordAt(bytes, at, word)
  if (!isWord) return isWord
  const next = bytes[at + word.length]
  return next === undefined ? undefined : isBlank(next) || next === byte.slash || next === byte.greater
}

/**
 * In a script, `<!--` begins a section that may contain `<script`, whose end tag does not end this script. Depth 1 is inside
 * `<!--`, depth 2 inside `<script` there. https://html.spec.whatwg.org/#script-data-escaped-state
 */
function readScript(bytes: Uint8Array, from: number, passage: Passage & { kind: 'script' }): PassageProgress {
  for (let place = from; ; place++) {
    const { depth } = passage
    place = nextMark(bytes, place, depth > 0)
    const isEnd = isNamedTagAt(bytes, place, '</script')
    const isComment = isWordAt(bytes, place, depth > 0 ? '-->' : '<!--')
    const isInner = depth === 1 && isNamedTagAt(bytes, place, '<script')
    if (isEnd === undefined || isComment === undefined || isInner === undefined)
      return { at: place, isDone: false }
    if (isEnd && depth < 2) return { at: place, isDone: true }
    if (isEnd) passage.depth = 1
    if (isInner) passage.depth = 2
    if (isComment) passage.depth = depth > 0 ? 0 : 1
    // The dashes of `<!--` may also be those of `-->`.
    if (isComment && depth === 0) place++
  }
}

/** The next byte that matters, or the end. Byte by byte inside `<!--`: searching for each of two would scan to the end for one. */
function nextMark(bytes: Uint8Array, from: number, isEscaped: boolean): number {
  let at = isEscaped ? from : bytes.indexOf(byte.less, from)
  if (at < 0) return bytes.length
  while (isEscaped && at < bytes.length && bytes[at] !== byte.less && bytes[at] !== byte.dash) at++
  return at
}
