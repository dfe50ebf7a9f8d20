import { Fragment } from 'preact'

/** Where an address, or a name without blanks, may break: `jane.doe@` `acme.example`, `last_` `visit`. */
const joint = /[@/?&=;,]|[\p{Letter}\p{Number}][_-]/gu
/** The longest part that is kept whole, in characters. Longer ones may break at dots, or anywhere. */
const longestWord = 20

/** A text without blanks that breaks between its parts, not in the middle of a word. */
export function Breakable({ text }: { text: string }) {
  const parts = partsOf(text).flatMap((part) => (part.length > longestWord ? beforeDots(part) : [part]))
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part.length > longestWord || part.includes(' ') ? part : <span class="whole">{part}</span>}
    </Fragment>
  ))
}

/** Not by an expression that looks behind: Safari before 16.4 runs no script that has one. */
function partsOf(text: string): string[] {
  const ends = [...text.matchAll(joint)].map(({ 0: found, index }) => index + found.length)
  return [0, ...ends].map((from, at) => text.slice(from, ends[at])).filter((part) => part !== '')
}

function beforeDots(part: string): string[] {
  return part
    .split('.')
    .map((piece, at) => (at > 0 ? `.${piece}` : piece))
    .filter((piece) => piece !== '')
}
