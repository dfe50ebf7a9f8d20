import { toCsvRow } from '../../base/words/csv-cell.ts'
import { outColumns, problemColumns } from '../../prospects/lists/read-list.ts'
import { resultColumns } from '../campaign.ts'
import { type LinkedPage, linkOf } from '../people/people.ts'
import type { PlaceRow } from '../people/sql.ts'

interface FilesOut {
  titles: readonly string[]
  /** Whether there is more than ASCII in them: then Excel needs a byte order mark to read UTF-8. */
  wide: boolean
  linked: LinkedPage
  hasGroups: boolean
  places: AsyncIterable<PlaceRow[]>
}

interface Kind {
  columns(file: FilesOut): readonly string[]
  cells(row: PlaceRow, file: FilesOut): (string | null | undefined)[]
}

const kinds = {
  /** The lists with their original columns, and each person's link, status and problem. */
  links: {
    columns: ({ titles }) => [...titles, ...outColumns],
    cells: (row, file) => [...cameOf(row, file), linkOf(row, file.linked), row.status, row.problem],
  },
  results: {
    columns: ({ hasGroups }) => [...resultColumns, ...(hasGroups ? ['group'] : [])],
    cells: (row, { linked, hasGroups }) => [
      ...[row.name, row.email, row.company, row.role, linkOf(row, linked)],
      ...[row.firstVisitAt?.toISOString(), row.lastVisitAt?.toISOString()],
      ...[row.visits, row.views, row.clicks, Math.round(row.ms / 1000)].map(String),
      row.reached ? 'yes' : 'no',
      ...[row.machines, row.unsure].map(String),
      ...(hasGroups ? [row.group] : []),
    ],
  },
  /** The lines that cannot be used, as they came, with their number and what is wrong. */
  problems: {
    columns: ({ titles }) => [...titles, ...problemColumns],
    cells: (row, file) => [...cameOf(row, file), String(row.line), row.problem],
  },
} satisfies Record<string, Kind>

export type FileKind = keyof typeof kinds

/** A file of a campaign, as CSV, row by row. */
export async function* campaignFile(kind: FileKind, file: FilesOut): AsyncGenerator<string> {
  const { columns, cells }: Kind = kinds[kind]
  if (file.wide) yield '\uFEFF'
  yield toCsvRow(columns(file))
  for await (const rows of file.places)
    yield rows.map((row) => toCsvRow(cells(row, file).map((cell) => cell ?? ''))).join('')
}

/** The cells as they came. A line that could not be split stands in the first column. */
function cameOf({ cells, text }: PlaceRow, { titles }: FilesOut): string[] {
  const kept = cells.some((cell) => cell !== '') || text === null ? cells : [text]
  return titles.map((_, at) => kept[at] ?? '')
}

/**
 * The name of a campaign's file.
 *
 * @example
 * fileName('Frühling & Launch', 'links') // 'fruhling-launch-links.csv'
 */
export function fileName(campaign: string, what: string): string {
  const letters = campaign.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const plain = letters.replace(/[^a-z0-9\s_-]/g, ' ')
  const words = plain.split(/[\s_-]+/).filter(Boolean)
  return `${[...words, what].join('-').slice(-longestName)}.csv`
}

const longestName = 100
