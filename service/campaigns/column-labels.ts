import type { ListColumn } from '../prospects/lists/list-column.ts'
import type { CampaignRow } from './sql.ts'

/** Separates a title from its number where a list repeats the title; no title contains it. */
const mark = '\u001f'

/**
 * Unique labels for the columns of a list, which also match those of earlier lists: titles, numbered where they repeat.
 */
export function labelsOf(columns: readonly ListColumn[]): string[] {
  const seen = new Map<string, number>()
  return columns.map(({ title }) => {
    const plain = title.replaceAll(mark, ' ').replaceAll('\0', '')
    const number = (seen.get(plain) ?? 0) + 1
    seen.set(plain, number)
    return number === 1 ? plain : `${plain}${mark}${number}`
  })
}

/** The title of a label. */
export function titleOfLabel(label: string): string {
  return label.split(mark)[0] ?? ''
}

/** What columns were taken for, by their labels. */
export type Meanings = Readonly<Record<string, Pick<ListColumn, 'meaning' | 'key'>>>

/** The meanings of a list's columns. */
export function columnMeaningsOf(columns: readonly ListColumn[]): Meanings {
  const labels = labelsOf(columns)
  return Object.fromEntries(columns.map(({ title: _title, ...rest }, at) => [labels[at] ?? '', rest]))
}

/** What the columns of a campaign's lists were taken for; of two with one column, the one that ended later says. */
export function readMeanings({ column_meanings: json }: Pick<CampaignRow, 'column_meanings'>): Meanings {
  return JSON.parse(json) as Meanings
}
