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

/** Continues reading a passage. A possible beginning of its end, at the end of the bytes, is left for the next call. */
export function readPassage(bytes: Uint8Array, at: number, passage: Passage): PassageProgress {
  switch (passage.kind) {
    case 'comment':
      return readComment(bytes, at, passage)
    case 'bogus-comment': {
      const end = bytes.indexOf(byte.greater, at)
      return end < 0 ? { at: bytes.length, isDone: false } : { at: end + 1, isDone: true }
    }
    case 'cdata':
      return readUntil(bytes, at, (place) => isWordAt(bytes, place, ']]>'), 93, 3)
    case 'raw-text':
      return readUntil(bytes, at, (place) => isEndTagAt(bytes, place, passage.name), byte.less, 0)
    case 'script':
      return readScript(bytes, at, passage)
  }
}

/** Checks for the end at each byte with which the end may begin. */
function readUntil(
  bytes: Uint8Array,
  from: number,
  isEnd: (place: number) => boolean | undefined,
  first: number,
  length: number,
): PassageProgress {
  for (let place = from; ; place++) {
    place = bytes.indexOf(first, place)
    if (place < 0) return { at: bytes.length, isDone: false }
    const found = isEnd(place)
    if (found === undefined) return { at: place, isDone: false }
    if (found) return { at: place + length, isDone: true }
  }
}

/** https://html.spec.whatwg.org/#comment-start-state: `<!-->` and `<!--->` end at once, `--!>` only later. */
function readComment(
  bytes: Uint8Array,
  from: number,
  passage: Passage & { kind: 'comment' },
): PassageProgress {
  for (let place = from; ; place++) {
    place = bytes.indexOf(byte.dash, place)
    if (place < 0) return { at: bytes.length, isDone: false }
    const isPlain = isWordAt(bytes, place, '-->')
    const isBang = passage.openedAt > place ? false : isWordAt(bytes, place, '--!>')
    if (isPlain) return { at: place + 3, isDone: true }
    if (isBang) return { at: place + 4, isDone: true }
    if (isPlain === undefined || isBang === undefined) return { at: place, isDone: false }
  }
}

/** Whether `</name`, followed by the end of a name, is here. */
function isEndTagAt(bytes: Uint8Array, at: number, name: string): boolean | undefined {
  return isTagWordAt(bytes, at, `</${name}`)
}

function isTagWordAt(bytes: Uint8Array, at: number, word: string): boolean | undefined {
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
  for (let place = from; ; ) {
    place = nextMark(bytes, place, passage.depth > 0)
    if (place === bytes.length) return { at: place, isDone: false }
    const found = markAt(bytes, place, passage.depth)
    if (found === undefined) return { at: place, isDone: false }
    if (found === 'end') return { at: place, isDone: true }
    if (found === 'open') passage.depth = 1
    if (found === 'close') passage.depth = 0
    if (found === 'inner') passage.depth = 2
    if (found === 'inner-end') passage.depth = 1
    // The dashes of `<!--` may also be those of `-->`.
    place += found === 'open' ? 2 : 1
  }
}

/** The next byte that matters inside `<!--`. Byte by byte: searching for each of two bytes would scan to the end if one is missing. */
function nextMark(bytes: Uint8Array, from: number, isEscaped: boolean): number {
  if (!isEscaped) {
    const less = bytes.indexOf(byte.less, from)
    return less < 0 ? bytes.length : less
  }
  let at = from
  while (at < bytes.length && bytes[at] !== byte.less && bytes[at] !== byte.dash) at++
  return at
}

type Mark = 'end' | 'open' | 'close' | 'inner' | 'inner-end' | 'none'

function markAt(bytes: Uint8Array, at: number, depth: 0 | 1 | 2): Mark | undefined {
  if (bytes[at] === byte.dash) return choose(isWordAt(bytes, at, '-->'), 'close')
  const end = isEndTagAt(bytes, at, 'script')
  if (end !== false) return choose(end, depth === 2 ? 'inner-end' : 'end')
  if (depth === 0) return choose(isWordAt(bytes, at, '<!--'), 'open')
  return depth === 1 ? choose(isTagWordAt(bytes, at, '<script'), 'inner') : 'none'
}

const choose = (isFound: boolean | undefined, mark: Mark): Mark | undefined =>
  isFound === undefined ? undefined : isFound ? mark : 'none'
