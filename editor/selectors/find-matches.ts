import { query } from '../../snippet/page.ts'
import { selectorOf } from '../../wire/bare-name.ts'

/** All elements of the page that a template's selector matches, as visitors get them; none for an invalid one. */
export function findMatches(written: string): ArrayLike<HTMLElement> & Iterable<HTMLElement> {
  return query(selectorOf(written))
}
