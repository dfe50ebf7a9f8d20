/**
 * How the edge says in an element's attributes what it did there, so that the script in the page can go on with it:
 * `motif` names the parts, which are `text`, `html` or an attribute, and `motif-…` has what the page's own server sent in
 * one, where it sent anything.
 *
 * `<h1 motif="text" motif-text="Welcome">Hello Ada</h1>`
 */
export const doneMark = 'motif'

/** The attribute that has what the page's own server sent in a part. */
export const ownMark = (part: string): string => `${doneMark}-${part}`

/** Id of the script that has the record. */
export const recordId = 'motif-record'
