import { hrefOf } from '../address.ts'

/** Somebody's name in a table of one line a row, where what is cut is told whole on hover. */
export function NameOf({ id, label }: { id: string; label: string }) {
  return (
    <a href={hrefOf('people', id)} title={label}>
      {label}
    </a>
  )
}

/** A text in such a table, or a dash. */
export function cutOf(text: string | undefined) {
  return text ? <span title={text}>{text}</span> : '–'
}
