import { linkTo } from '../model/link.ts'
import type { ListedRecord, RecordSummary } from '../model/results.ts'

/**
 * The records of a list with their links.
 *
 * @param pageOf the page of a template; asked once for each template, because every look-up looks at its file.
 */
export async function toSummaries(
  records: ListedRecord[],
  pageOf: (template: string) => Promise<string | undefined>,
): Promise<RecordSummary[]> {
  const names = [...new Set(records.map(({ template }) => template))]
  const pages = new Map(await Promise.all(names.map(async (name) => [name, await pageOf(name)] as const)))
  return records.map(({ pattern, createdAt, ...record }) => {
    const page = pages.get(record.template)
    return { ...record, ...(page ? { link: linkTo(page, pattern) } : {}), createdAt: createdAt.toISOString() }
  })
}
