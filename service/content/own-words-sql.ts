import type { Selectable } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { nextUpdate, type Timestamp } from '../base/database/sql.ts'
import type { Template } from '../templates/template.ts'
import { addShownItems, decodeMeasuredItems, encodeMeasuredItems } from './measured-items.ts'
import { type Made, withOwnWords } from './own-words.ts'
import type { ContentRow } from './sql.ts'

/** What was changed for one person. */
interface ChangedWordsTable {
  organization: string
  content: string
  selector: string
  type: string
  /** '' leaves the page's own. */
  payload: string
  user_name: string
  changed_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    changed_words: ChangedWordsTable
  }
}

export type WordsRow = Selectable<ChangedWordsTable>

/** The words that were changed for the person of a record, those that were changed last at the end. */
export async function listWords(db: Database, organization: string, content: string): Promise<WordsRow[]> {
  return db
    .selectFrom('changed_words')
    .selectAll()
    .where((is) => is.and({ organization, content }))
    .orderBy('changed_at')
    .execute()
}

/** The columns of a record that a template has just made, with the words that hold for its person. */
export async function withOwnWordsOf(
  trx: Database,
  { organization, id }: { organization: string; id: string },
  { content, gaps }: Made,
  shape: Template['content'],
): Promise<Made & { as_made: string | null; changed: boolean }> {
  const words = await listWords(trx, organization, id)
  const changed = words.length > 0
  const as_made = changed ? JSON.stringify({ content, gaps }) : null
  return { ...withOwnWords({ content, gaps }, shape, words), as_made, changed }
}

/**
 * Has a completed record that the transaction has locked show other items. Other words than before wait for their review.
 * False, and nothing changes, if the record has had too many different items by now.
 */
export async function showItems(
  trx: Database,
  before: ContentRow,
  columns: Made & Pick<ContentRow, 'analytics'> & Partial<ContentRow>,
): Promise<boolean> {
  const items = {
    analytics: JSON.parse(columns.analytics) as AnalyticsItem[],
    content: JSON.parse(columns.content) as ContentItem[],
  }
  const measured = addShownItems(decodeMeasuredItems(before), items, Date.now())
  if (!measured) return false
  const { organization, id } = before
  await trx
    .updateTable('content')
    .set({
      ...columns,
      measured: encodeMeasuredItems(measured),
      approved: before.approved && before.content === columns.content,
      revision: before.revision + 1,
      updated_at: nextUpdate,
    })
    .where((is) => is.and({ organization, id }))
    .execute()
  return true
}
