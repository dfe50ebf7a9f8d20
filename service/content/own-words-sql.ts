import { type Selectable, sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import { nextUpdate, type Timestamp } from '../base/database/columns.ts'
import type { Database } from '../base/database/database.ts'
import { DomainError } from '../base/words/errors.ts'
import type { Template } from '../templates/template.ts'
import { addShownItems, decodeMeasuredItems, encodeMeasuredItems } from './measured-items.ts'
import { type ItemKey, isMadeOf, isSameItem, type Made, type OwnWords, withOwnWords } from './own-words.ts'
import type { ContentRow } from './sql.ts'

/** What was changed for one person, in its order: the last change of an item is what holds. */
interface ChangedWordsTable {
  organization: string
  content: string
  number: number
  selector: string
  type: string
  nth: number
  /** '' leaves the page's own; null gives back the template's. */
  payload: string | null
  user_name: string
  changed_at: Timestamp
}

declare module '../base/database/schema.ts' {
  interface Schema {
    changed_words: ChangedWordsTable
  }
}

export type ChangeRow = Pick<
  Selectable<ChangedWordsTable>,
  'number' | 'selector' | 'type' | 'nth' | 'payload' | 'user_name' | 'changed_at'
>

/** All changes of a record, the first one first. */
export async function listChanges(db: Database, organization: string, content: string): Promise<ChangeRow[]> {
  return db
    .selectFrom('changed_words')
    .select(['number', 'selector', 'type', 'nth', 'payload', 'user_name', 'changed_at'])
    .where((is) => is.and({ organization, content }))
    .orderBy('number')
    .execute()
}

/** The words that hold after these changes. */
export function wordsAfter(changes: readonly ChangeRow[]): OwnWords[] {
  const last = new Map<string, OwnWords | undefined>()
  for (const { selector, type, nth, payload } of changes)
    last.set(
      JSON.stringify([selector, type, nth]),
      payload === null ? undefined : { item: { selector, type, nth }, payload },
    )
  return [...last.values()].filter((words) => words !== undefined)
}

/** A change of one item, by somebody. */
export interface WordsChange {
  item: ItemKey
  payload: string | null
  user: string
}

/**
 * Changes one item of a record that the transaction has locked. False, and nothing changes, if the record has had too many
 * different items by now.
 */
export async function changeWords(
  trx: Database,
  row: ContentRow,
  template: Template,
  change: WordsChange,
): Promise<boolean> {
  const { organization, id: content } = row
  const changes = await listChanges(trx, organization, content)
  const before = wordsAfter(changes).find(({ item }) => isSameItem(item, change.item))?.payload ?? null
  if (before === change.payload) return true
  const number = (changes.at(-1)?.number ?? 0) + 1
  const { user: user_name, payload, item } = change
  const added: ChangeRow = { number, ...item, payload, user_name, changed_at: new Date() }
  const words = wordsAfter([...changes, added])
  if (!(await showWords(trx, row, template, words))) return false
  await trx
    .insertInto('changed_words')
    .values({ organization, content, number, ...item, payload, user_name, changed_at: sql<Date>`now()` })
    .execute()
  return true
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
  if (!isMadeOf(made, template.content)) throw otherTemplate()
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
  const words = wordsAfter(await listChanges(trx, record.organization, record.id))
  if (words.length === 0) return { ...made, as_made: null }
  return { ...withOwnWords(made, shape, words), as_made: encodeMade(made) }
}

function encodeMade({ content, gaps }: Made): string {
  return JSON.stringify({ content, gaps })
}
