import { Fragment } from 'preact'

/** Where an address, or a name without blanks, may break: `jane.doe@` `acme.example`, `last_` `visit`. */
const joint = /(?<=[@/?&=;,]|[\p{Letter}\p{Number}][_-])/u
/** The longest part that is kept whole, in characters. Longer ones may break at dots, or anywhere. */
const longestWord = 20

/** A text without blanks that breaks between its parts, not in the middle of a word. */
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
