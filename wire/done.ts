/**
 * Marks of the edge: attributes that tell the script in the page what the edge has changed in an element. `motif` names
 * the changed parts, separated by blanks: `text`, `html` or an attribute. `motif-…` has what the page's own server sent
 * for that part, if it sent anything.
 *
 * `<h1 motif="text" motif-text="Welcome">Hello Ada</h1>`
 */
export const doneMark = 'motif'

/** The attribute that has what the page's own server sent for a part. */
export const ownMark = (part: string): string => `${doneMark}-${part}`

/** Id of the script element that has the record. */
export const recordId = 'motif-record'
