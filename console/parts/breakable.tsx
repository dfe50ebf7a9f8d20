import { Fragment } from 'preact'

/** Where an address, or a name without blanks, is read in parts: `jane.doe@` `acme.example`, `last_` `visit`. */
const joint = /(?<=[@/?&=;,]|[\p{Letter}\p{Number}][_-])/u
/** What is longer is no word to be kept whole: an address has its dots, and a token breaks anywhere. */
const longestWord = 20

/** A text without blanks that breaks where its parts meet, not in the middle of a word. */
export function Breakable({ text }: { text: string }) {
  const parts = text
    .split(joint)
    .flatMap((part) => (part.length > longestWord ? part.split(/(?=\.)/) : [part]))
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part.length > longestWord || part.includes(' ') ? part : <span class="whole">{part}</span>}
    </Fragment>
  ))
}
