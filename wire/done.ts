/**
 * Marks of the edge: attributes that tell the script in the page what the edge has changed in an element. `data-motif` has
 * the pattern, and after it the changed parts, separated by blanks: `text`, `html`, an attribute, or `root` for a text in a
 * shadow root, in front of the page's own. `data-motif-…` has what the page's own server sent for that part, if it sent anything.
 *
 * `<h1 data-motif="8WZ2kJx0… text" data-motif-text="Welcome">Hello Ada</h1>`
 *
 * The pattern shows that the edge wrote them: whoever else writes into the page does not know it, because the page's server
 * is asked without it.
 */
export const doneMark = 'data-motif'

/** The attribute that has what the page's own server sent for a part. */
export const ownMark = (part: string): string => `${doneMark}-${part}`

/**
 * Separates the texts that `data-motif-text` keeps if the target has elements inside: one stands for each begin and each end of an
 * element. Texts that were not changed are empty. `<h1>Meet <em>Launch</em></h1>` keeps `Meet `, the separator and `Launch`.
 */
export const textSeparator = '\u2063'

/** Id of the script element that has the record. */
export const recordId = 'motif-record'
