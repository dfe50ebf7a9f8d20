import { selectorOf } from '../../wire/bare-name.ts'

/** All elements of the page that a template's selector matches, as visitors get them; none for an invalid one. */
export function findMatches(written: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> {
  try {
    // A form or picture named `querySelectorAll` hides the document's own.
    return Document.prototype.querySelectorAll.call(document, selectorOf(written)) as NodeListOf<HTMLElement>
  } catch {
    return []
  }
}
