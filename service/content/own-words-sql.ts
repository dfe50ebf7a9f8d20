import { type Selectable, sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { nextUpdate, type Timestamp } from '../base/database/sql.ts'
import { DomainError } from '../base/words/errors.ts'
import type { Template } from '../templates/template.ts'
import { addShownItems, decodeMeasuredItems, encodeMeasuredItems } from './measured-items.ts'
import { fitsTemplate, type ItemKey, type Made, type OwnWords, withOwnWords } from './own-words.ts'
import type { ContentRow } from './sql.ts'

/** What was changed for one person. */
interface ChangedWordsTable {
  organization: string
  content: string
  selector: string
  type: string
  nth: number
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

/** A change of one item, by somebody; null gives back the template's words. */
export interface WordsChange {
  item: ItemKey
  payload: string | null
  user: string
}

/**
 * Changes one item of a record that the transaction has locked. False if the record has had too many different items by now:
 * then the transaction must be rolled back.
 */
export async function changeWords(
  trx: Database,
  row: ContentRow,
  template: Template,
  { item, payload, user: user_name }: WordsChange,
): Promise<boolean> {
  const { organization, id: content } = row
  const key = { organization, content, ...item }
  const values = { payload: payload ?? '', user_name, changed_at: sql<Date>`clock_timestamp()` }
  if (payload === null)
    await trx
      .deleteFrom('changed_words')
      .where((is) => is.and(key))
      .execute()
  else
    await trx
      .insertInto('changed_words')
      .values({ ...key, ...values })
      .onConflict((conflict) =>
        conflict.columns(['organization', 'content', 'selector', 'type', 'nth']).doUpdateSet(values),
      )
      .execute()
  return showWords(trx, row, template, await listWords(trx, organization, content))
}

/** Writes what a record shows with these words. A record that is not completed gets them once it is. */
async function showWords(
  trx: Database,
  row: ContentRow,
  template: Template,
  words: readonly OwnWords[],
): Promise<boolean> {
  const key = { organization: row.organization, id: row.id }
  const changed = words.length > 0
  if (row.status !== 'completed') {
    await trx
      .updateTable('content')
      .set({ changed, updated_at: nextUpdate })
      .where((is) => is.and(key))
      .execute()
    return true
  }
  const made = madeOf(row)
  if (!fitsTemplate(made, template.content)) throw otherTemplate()
  const shown = withOwnWords(made, template.content, words)
  const analytics = JSON.parse(row.analytics) as AnalyticsItem[]
  const items = { analytics, content: JSON.parse(shown.content) as ContentItem[] }
  const measured = addShownItems(decodeMeasuredItems(row), items, Date.now())
  if (!measured) return false
  await trx
    .updateTable('content')
    .set({
      ...shown,
      changed,
      as_made: changed ? encodeMade(made) : null,
      measured: encodeMeasuredItems(measured),
      approved: false,
      revision: sql<number>`revision + 1`,
      updated_at: nextUpdate,
    })
    .where((is) => is.and(key))
    .execute()
  return true
}

function otherTemplate(): DomainError {
  return new DomainError(
    'other-version',
    'The template was changed since this page was made: make the page again, then change its words.',
  )
}

/** What the template made of a record, whatever somebody has changed since. */
export function madeOf({ content, gaps, as_made }: Pick<ContentRow, 'content' | 'gaps' | 'as_made'>): Made {
  return as_made === null ? { content, gaps } : (JSON.parse(as_made) as Made)
}

/** The columns of a record that a template has just made, with the words that hold for its person. */
export async function withWordsOf(
  trx: Database,
  record: { organization: string; id: string },
  made: Made,
  shape: Template['content'],
): Promise<Made & { as_made: string | null }> {
  const words = await listWords(trx, record.organization, record.id)
  if (words.length === 0) return { ...made, as_made: null }
  return { ...withOwnWords(made, shape, words), as_made: encodeMade(made) }
}

function encodeMade({ content, gaps }: Made): string {
  return JSON.stringify({ content, gaps })
}
