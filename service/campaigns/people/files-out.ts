import { toCsvRow } from '../../base/words/csv-cell.ts'
import { outColumns, problemColumns } from '../../prospects/lists/read-list.ts'
import { resultColumns } from '../campaign.ts'
import { type LinkedPage, linkOf } from './people.ts'
import type { PlaceRow } from './sql.ts'

/** The data of a campaign that its files need. */
interface FilesOut {
  /** The titles of the columns of its lists. */
  titles: readonly string[]
  /** Whether there is more than ASCII in them: then Excel needs a byte order mark to read UTF-8. */
  wide: boolean
  linked: LinkedPage
  /** Whether the campaign has a control group. */
  hasGroups: boolean
  places: AsyncIterable<PlaceRow[]>
}

const byteOrderMark = '\uFEFF'

/** The lists with their original columns, and each person's link, status and problem. */
export async function* linksFile({ titles, wide, linked, places }: FilesOut): AsyncGenerator<string> {
  if (wide) yield byteOrderMark
  yield toCsvRow([...titles, ...outColumns])
  for await (const rows of places) {
    yield rows
      .map((row) =>
        toCsvRow([...cameOf(row, titles), linkOf(row, linked) ?? '', row.status, row.problem ?? '']),
      )
      .join('')
  }
}

/** The cells as they came. A line that could not be split stands in the first column. */
function cameOf({ cells, text }: PlaceRow, titles: readonly string[]): string[] {
  const kept = cells.some((cell) => cell !== '') || text === null ? cells : [text]
  return titles.map((_, at) => kept[at] ?? '')
}

/** The lines that cannot be used, as they came, with their number and what is wrong. */
export async function* problemsFile({ titles, wide, places }: FilesOut): AsyncGenerator<string> {
  if (wide) yield byteOrderMark
  yield toCsvRow([...titles, ...problemColumns])
  for await (const rows of places)
    yield rows.map((row) => toCsvRow([...cameOf(row, titles), String(row.line), row.problem ?? ''])).join('')
}

/** The results, one row for each person. */
export async function* resultsFile({ wide, linked, hasGroups, places }: FilesOut): AsyncGenerator<string> {
  if (wide) yield byteOrderMark
  yield toCsvRow([...resultColumns, ...(hasGroups ? ['group'] : [])])
  for await (const rows of places) {
    yield rows
      .filter(({ text }) => text === null)
      .map((row) => toCsvRow([...resultCells(row, linked), ...(hasGroups ? [row.group ?? ''] : [])]))
      .join('')
  }
}

function resultCells(row: PlaceRow, linked: LinkedPage): string[] {
  const known = [
    row.name,
    row.email,
    row.company,
    row.role,
    linkOf(row, linked),
    row.firstVisitAt?.toISOString(),
    row.lastVisitAt?.toISOString(),
  ]
  const counts = [row.visits, row.views, row.clicks, Math.round(row.ms / 1000)].map(String)
  const others = [row.machines, row.unsure].map(String)
  return [...known.map((cell) => cell ?? ''), ...counts, row.reached ? 'yes' : 'no', ...others]
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
