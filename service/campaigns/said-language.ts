import type { Database } from '../base/database/database.ts'
import { meantLanguageOf } from '../prospects/lists/languages.ts'
import { readCells } from './mend-line.ts'
import { findLineOf } from './places-sql.ts'

/** The language that the lists of a campaign say of the person of a record. Undefined where they say none. */
export async function saidLanguageOf(
  db: Database,
  organization: string,
  content: string,
): Promise<string | undefined> {
  const line = await findLineOf(db, organization, content)
  const cells = line ? readCells(JSON.parse(line.cells) as string[], line) : []
  return meantLanguageOf(cells.findLast(({ column }) => column.meaning === 'language')?.text ?? '')
}
