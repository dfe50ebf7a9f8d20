import { Fragment } from 'preact'

/** Where an address, or a name without blanks, is read in parts: behind each of these, as in `jane.doe@` `acme.example`. */
const joint = /(?<=[@/?&=_;,-])/

/** A text without blanks that breaks where its parts meet, before it breaks in the middle of a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(joint).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
