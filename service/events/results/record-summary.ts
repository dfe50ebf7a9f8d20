import { toCsvRow } from '../../base/words/csv-cell.ts'
import { linkTo, type Utm } from '../../templates/link.ts'
import type { ListedRecord } from '../record-list-sql.ts'
import type { RecordSummary } from '../results.ts'

/**
 * The records of a list with their links.
 *
 * @param pageOf the page of a template; called once for each template, because every call checks its file
 */
export async function toSummaries(
  records: ListedRecord[],
  pageOf: (template: string) => Promise<string | undefined>,
): Promise<RecordSummary[]> {
  const names = [...new Set(records.map(({ template }) => template))]
  const pages = new Map(await Promise.all(names.map(async (name) => [name, await pageOf(name)] as const)))
  return records.map((record) => toSummary(record, pages.get(record.template)))
}

function toSummary(listed: ListedRecord, page: string | undefined): RecordSummary {
  const {
    key: _,
    pattern,
    createdAt,
    name,
    email,
    company,
    campaign,
    firstVisit,
    lastVisit,
    utm,
    ...record
  } = listed
  const known = {
    name,
    email,
    company,
    campaign,
    firstVisitAt: firstVisit?.toISOString(),
    lastVisitAt: lastVisit?.toISOString(),
    link: page && linkTo(page, pattern, utm === null ? {} : (JSON.parse(utm) as Utm)),
  }
  const told = Object.entries(known).filter(([, value]) => value)
  return { ...record, ...Object.fromEntries(told), createdAt: createdAt.toISOString() }
}

const columns = [
  ...(['id', 'name', 'email', 'company', 'template', 'language', 'status', 'link'] as const),
  ...([
    'firstVisitAt',
    'lastVisitAt',
    'visits',
    'views',
    'clicks',
    'ms',
    'lost',
    'createdAt',
    'machines',
    'unsure',
  ] as const),
]

/** The same as CSV (RFC 4180), safe to open in a spreadsheet. */
export async function* summariesFile(pages: AsyncIterable<RecordSummary[]>): AsyncGenerator<string> {
  yield toCsvRow(columns)
  for await (const records of pages)
    yield records.map((record) => toCsvRow(columns.map((column) => String(record[column] ?? '')))).join('')
}
