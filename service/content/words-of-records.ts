import { sql } from 'kysely'
import type { Owner } from '../access/tokens.ts'
import type { Database } from '../base/database/database.ts'
import { nextUpdate } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { withName } from '../templates/item-names.ts'
import type { Template, TemplateItem } from '../templates/template.ts'
import { type TemplateWork, TooMuchWork } from '../templates/template-work.ts'
import type { Templates } from '../templates/templates.ts'
import type { Content, RecordItems } from './content.ts'
import { fitsTemplate, isSameItem, type Made, payloadsOf } from './own-words.ts'
import { listWords, showItems, type WordsRow, withOwnWordsOf } from './own-words-sql.ts'
import { type ContentRow, getContent, lockContent, toContent, unknownContent } from './sql.ts'

/** One person's words: what a record says in place of what its template makes. */
export interface WordsOfRecords {
  /**
   * Changes an item of a record, or gives back the template's words with `null`. Throws `not-found`, `invalid-field` if
   * nothing would be left of them, `not-made-for-that` for a record of a control group, `other-version` if the template
   * has other items by now.
   */
  set(owner: Owner, id: string, index: string, payload: string | null): Promise<Content>
  /** The items of a record's template as this person has them, and who changed what. Throws `not-found`. */
  list(organization: string, id: string): Promise<RecordItems>
}

interface WordsOptions {
  db: Database
  work: TemplateWork
  templates: Pick<Templates, 'ofRecord'>
  /** Called after the commit with the pattern of a record that says something else now. */
  onReplaced(pattern: string): void
}

/** Creates the changes of records for one person. */
export function createWordsOfRecords(options: WordsOptions): WordsOfRecords {
  const { db, work, templates, onReplaced } = options

  const set: WordsOfRecords['set'] = async (owner, id, index, payload) => {
    const { organization, user } = owner
    const { row, template } = await find(organization, id)
    if (row.control)
      throw new DomainError(
        'not-made-for-that',
        'The record is of a control group: its page shows its own words, so that the others can be compared with it.',
      )
    const item = template.content[/^\d{1,9}$/.test(index) ? Number(index) : -1]
    if (!item) throw new DomainError('not-found', 'The template has no such item.')
    const words = payload === null || payload === '' ? payload : await finish(item.type, payload)
    const changed = await transact(db, async (trx) => {
      const locked = await lockContent(trx, organization, id)
      if (!locked) throw unknownContent()
      // Made again meanwhile, from another version: the item is another one now, or elsewhere.
      if (locked.template_version !== row.template_version) return undefined
      await storeWords(trx, locked, item, words, user)
      await show(trx, locked, template)
      return await getContent(trx, organization, id)
    })
    if (!changed) return set(owner, id, index, payload)
    onReplaced(changed.pattern)
    return toContent(changed)
  }

  async function finish(type: TemplateItem['type'], payload: string): Promise<string> {
    const words = await work.run('finishWords', type, payload).catch((error: Error) => {
      if (error instanceof DomainError && !(error instanceof TooMuchWork)) throw error
      throw new DomainError('invalid-field', 'payload: it is too much; make it shorter.')
    })
    if (words !== undefined) return words
    throw new DomainError(
      'invalid-field',
      type === 'src' || type === 'href'
        ? 'payload: it is no address that a page may have; "" leaves the page’s own.'
        : 'payload: nothing of it would be seen; "" leaves the page’s own.',
    )
  }

  async function find(organization: string, id: string): Promise<{ row: ContentRow; template: Template }> {
    const row = isId(id) ? await getContent(db, organization, id) : undefined
    if (!row) throw unknownContent()
    const template = await templates.ofRecord(organization, row.template, row.template_version)
    if (!template) throw new DomainError('not-found', 'The template of the record is gone.')
    return { row, template }
  }

  return {
    set,
    async list(organization, id) {
      const { row, template } = await find(organization, id)
      return toItems(row, template, await listWords(db, organization, id))
    },
  }
}

/** Stores the words of one item of a record; null gives back the template's. */
async function storeWords(
  trx: Database,
  { organization, id }: ContentRow,
  { selector, type }: TemplateItem,
  payload: string | null,
  user: string,
): Promise<void> {
  if (payload === null)
    await sql`
      DELETE FROM changed_words
      WHERE organization = ${organization} AND content = ${id} AND selector = ${selector} AND type = ${type}`.execute(
      trx,
    )
  else
    await sql`
      INSERT INTO changed_words (organization, content, selector, type, payload, user_name, changed_at)
      VALUES (${organization}, ${id}, ${selector}, ${type}, ${payload}, ${user}, clock_timestamp())
      ON CONFLICT (organization, content, selector, type) DO UPDATE
        SET payload = EXCLUDED.payload, user_name = EXCLUDED.user_name, changed_at = EXCLUDED.changed_at`.execute(
      trx,
    )
}

/** Has a locked record show its words. One that is not completed gets them once it is. */
async function show(trx: Database, row: ContentRow, { content: shape }: Template): Promise<void> {
  const { organization, id, analytics } = row
  const made = madeOf(row)
  const columns = await withOwnWordsOf(trx, row, made, shape)
  if (row.status !== 'completed') {
    const { changed } = columns
    const update = trx.updateTable('content').set({ changed, updated_at: nextUpdate })
    await update.where((is) => is.and({ organization, id })).execute()
    return
  }
  if (!fitsTemplate(made, shape))
    throw new DomainError(
      'other-version',
      'The template was changed since this page was made: make the page again, then change its words.',
    )
  if (!(await showItems(trx, row, { ...columns, analytics })))
    throw new DomainError('invalid-field', 'payload: the record has had too many different items by now.')
}

/** What the template made of a record, whatever somebody has changed since. */
function madeOf({ content, gaps, as_made }: ContentRow): Made {
  return as_made === null ? { content, gaps } : (JSON.parse(as_made) as Made)
}

function toItems(row: ContentRow, template: Template, words: readonly WordsRow[]): RecordItems {
  const payloads = payloadsOf(madeOf(row), template.content)
  const items = template.content.map((item, index) => {
    const own = words.find((each) => isSameItem(each, item))
    const made = payloads[index]
    const payload = own ? own.payload : made
    return {
      index,
      ...withName({ selector: item.selector, type: item.type }, item.name),
      ...(payload !== undefined && { payload }),
      ...(made !== undefined && { made }),
      ...(own && { changedBy: own.user_name, changedAt: own.changed_at.toISOString() }),
    }
  })
  const changes = words.toReversed().map((own) => {
    const index = template.content.findIndex((item) => isSameItem(item, own))
    return {
      ...(index >= 0 && { index }),
      ...withName({ selector: own.selector }, template.content[index]?.name),
      type: own.type as TemplateItem['type'],
      payload: own.payload,
      user: own.user_name,
      changedAt: own.changed_at.toISOString(),
    }
  })
  return { items, changes }
}
