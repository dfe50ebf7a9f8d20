import { sql } from 'kysely'
import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import type { Database } from '../base/database/database.ts'
import { nextUpdate } from '../base/database/sql.ts'
import { isSameItem } from '../templates/template.ts'
import { decodeGaps, encodeGaps } from './gap.ts'
import { addShownItems, decodeMeasuredItems, encodeMeasuredItems } from './measured-items.ts'
import type { ContentRow } from './sql.ts'

type Shape = readonly Pick<ContentItem, 'selector' | 'type'>[]

/** What a template makes for one person. */
export interface Made {
  content: string
  /** See `encodeGaps`. */
  gaps: string | null
}

/** Whether the items that a record has are those of a template: a file may have changed since it was made. */
export function fitsTemplate(made: Made, template: Shape): boolean {
  const payloads = payloadsOf(made, template).filter((payload) => payload !== undefined)
  return payloads.length === (JSON.parse(made.content) as ContentItem[]).length
}

/**
 * The columns of a record that a template has just made, with the words that hold for its person over them: items in the
 * template's order, and what is missing of them.
 */
export async function withOwnWords(
  trx: Database,
  { organization, id }: { organization: string; id: string },
  made: Made,
  template: Shape,
): Promise<Made & { as_made: string | null; changed: boolean }> {
  const words = await listWords(trx, organization, id)
  if (words.length === 0) return { content: made.content, gaps: made.gaps, as_made: null, changed: false }
  const own = template.map((item) => words.find((own) => isSameItem(own, item))?.payload)
  const payloads = payloadsOf(made, template)
  const content: ContentItem[] = []
  const positions = new Map<number, number>()
  for (const [index, { selector, type }] of template.entries()) {
    const payload = own[index] ?? payloads[index]
    if (payload === undefined || payload === '') continue
    positions.set(index, content.length)
    content.push({ selector, type, payload })
  }
  const isOthers = ({ index }: { index: number }) => own[index] === undefined
  const { gaps, blanks, textless } = decodeGaps(made.gaps)
  const lacking = encodeGaps({
    gaps: gaps.filter(isOthers),
    blanks: blanks
      .filter(isOthers)
      .map((blank) => ({ ...blank, position: positions.get(blank.index) ?? blank.position })),
    textless: textless.filter(isOthers),
  })
  const as_made = JSON.stringify({ content: made.content, gaps: made.gaps })
  return { content: JSON.stringify(content), gaps: lacking, as_made, changed: true }
}

/** The payload of each item of the template; undefined for those that a record leaves out. */
export function payloadsOf({ content, gaps }: Made, shape: Shape): (string | undefined)[] {
  const items = JSON.parse(content) as ContentItem[]
  const lacking = decodeGaps(gaps)
  const leftOut = [...lacking.gaps.filter(({ empty }) => empty), ...lacking.textless]
  const leftOutAt = new Map(leftOut.map((each) => [each.index, each]))
  let next = 0
  return shape.map((each, index) => {
    const item = items[next]
    const left = leftOutAt.get(index)
    // Of several items with this selector and type, it may be another one that has words.
    if (!item || !isSameItem(item, each) || (left && isSameItem(left, each))) return undefined
    next++
    return item.payload
  })
}

/**
 * What was changed for one person. Words stay with their item when it moves in the template, and wait while it is not in it. Of
 * several with one selector and type, all get them, as the page shows one.
 */
export interface WordsRow {
  selector: string
  type: string
  /** '' leaves the page's own. */
  payload: string
  user_name: string
  changed_at: Date
}

/** The words that were changed for the person of a record, those that were changed last at the end. */
export async function listWords(db: Database, organization: string, content: string): Promise<WordsRow[]> {
  const { rows } = await sql<WordsRow>`
    SELECT selector, type, payload, user_name, changed_at FROM changed_words
    WHERE organization = ${organization} AND content = ${content} ORDER BY changed_at`.execute(db)
  return rows
}

/** Stores the words of one item of a record; null gives back the template's. */
export async function storeWords(
  trx: Database,
  { organization, id }: ContentRow,
  { selector, type }: Shape[number],
  payload: string | null,
  user: string,
): Promise<void> {
  const change =
    payload === null
      ? sql`
        DELETE FROM changed_words
        WHERE organization = ${organization} AND content = ${id} AND selector = ${selector} AND type = ${type}`
      : sql`
        INSERT INTO changed_words (organization, content, selector, type, payload, user_name, changed_at)
        VALUES (${organization}, ${id}, ${selector}, ${type}, ${payload}, ${user}, clock_timestamp())
        ON CONFLICT (organization, content, selector, type) DO UPDATE
          SET payload = excluded.payload, user_name = excluded.user_name, changed_at = excluded.changed_at`
  await change.execute(trx)
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
