import { type Clues, isPerson, nameSomebody } from '../../prospects/lists/columns.ts'
import { titlesOfAddresses } from '../../prospects/lists/contents.ts'
import type { ListColumn } from '../../prospects/lists/list-column.ts'

/** Why the whole list cannot be used; the text says what was understood. Undefined where its columns identify people. */
export function whyNobody(
  titles: readonly string[],
  columns: readonly ListColumn[],
  clues: Clues,
): string | undefined {
  const what = 'Name the columns in the first line: E-mail, or Name and Website, and whatever else there is.'
  if (isPerson(titles, clues))
    return `The list has no header: its first line has an e-mail address in it. ${what}`
  if (nameSomebody(columns)) return undefined
  if (titles.length === 1 && /[|:^]/.test(titles[0] ?? ''))
    return `The columns of the list are not separated by a comma, a semicolon or a tab. ${what}`
  const known = columns.flatMap(({ title, meaning }) => (meaning ? [`${quoted(title)} as ${meaning}`] : []))
  const unknown = columns.filter(({ meaning }) => !meaning).map(({ title }) => quoted(title))
  const withAddresses = titlesOfAddresses(titles, clues.sample ?? [])
  if (withAddresses.length > 0) return whichAddresses(withAddresses)
  return [
    'No column of the list has addresses.',
    ...(known.length > 0 ? [`Understood: ${known.join(', ')}.`] : []),
    ...(unknown.length > 0 ? [`Not known: ${some(unknown)}.`] : []),
    what,
  ].join(' ')
}

function whichAddresses(titles: string[]): string {
  const which = titles.map(quoted)
  return titles.length === 1
    ? `Only ${which[0]} has addresses, few or the same ones again and again: if they are the people’s, say so.`
    : `More than one column has addresses: ${some(which)}. Say which are the people’s.`
}

function some(texts: string[]): string {
  const shown = texts.slice(0, 10).join(', ')
  return texts.length > 10 ? `${shown} and ${texts.length - 10} more` : shown
}

function quoted(title: string): string {
  return `"${title.replace(/\s+/g, ' ').slice(0, 40)}"`
}
