import type { Owner } from '../access/tokens.ts'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { withName } from '../templates/item-names.ts'
import type { Template } from '../templates/template.ts'
import { type TemplateWork, TooMuchWork } from '../templates/template-work.ts'
import type { Templates } from '../templates/templates.ts'
import type { Content, RecordItems } from './content.ts'
import { fingerprintOf, isSameItem, itemKeys, payloadsOf } from './own-words.ts'
import { changeWords, listWords, madeOf, type WordsRow } from './own-words-sql.ts'
import { type ContentRow, getContent, lockContent, toContent } from './sql.ts'

/** One person's words: what a record says in place of what its template makes. */
export interface WordsOfRecords {
  /**
   * Changes an item of a record, or gives back the template's words with `null`. Throws `not-found`, `invalid-field` if
   * nothing would be left of them, `not-made-for-that` for a record of a control group, `other-version` if the items are
   * not those of the fingerprint any more.
   */
  set(owner: Owner, id: string, place: ItemPlace, payload: string | null): Promise<Content>
  /** The items of a record's template as this person has them, and who changed what. Throws `not-found`. */
  list(organization: string, id: string): Promise<RecordItems>
}

/** An item of a record, as it was listed. */
interface ItemPlace {
  index: string
  /** As the list had it. Default: whatever items there are now. */
  fingerprint?: string | undefined
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

  const set: WordsOfRecords['set'] = async ({ organization, user }, id, place, payload) => {
    const { row, template } = await find(organization, id)
    if (row.control)
      throw new DomainError(
        'not-made-for-that',
        'The record is of a control group: its page shows its own words, so that the others can be compared with it.',
      )
    const { index, fingerprint } = place
    if (fingerprint !== undefined && fingerprint !== fingerprintOf(template.content)) throw otherItems()
    const key = itemKeys(template.content)[/^\d{1,9}$/.test(index) ? Number(index) : -1]
    if (!key) throw new DomainError('not-found', 'The template has no such item.')
    const type = key.type as Template['content'][number]['type']
    const words = payload === null || payload === '' ? payload : await finish(type, payload)
    const change = async (trx: Database) => {
      const locked = await lockContent(trx, organization, id, 'no key update')
      if (!locked) throw unknownContent()
      // Made again meanwhile, from another version: the item is another one now, or elsewhere.
      if (locked.template_version !== row.template_version) return undefined
      if (!(await changeWords(trx, locked, template, { item: key, payload: words, user })))
        throw new DomainError('invalid-field', 'payload: the record has had too many different items by now.')
      return (await getContent(trx, organization, id)) ?? undefined
    }
    const changed = await transact(db, change)
    if (!changed) return set({ organization, user } as Owner, id, place, payload)
    onReplaced(changed.pattern)
    return toContent(changed)
  }

  async function finish(type: Template['content'][number]['type'], payload: string) {
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

function toItems(row: ContentRow, template: Template, words: readonly WordsRow[]): RecordItems {
  const keys = itemKeys(template.content)
  const payloads = payloadsOf(madeOf(row), template.content)
  const items = template.content.map(({ name, selector, type }, index) => {
    const own = words.find((each) => isSameItem(each, keys[index] as (typeof keys)[number]))
    const made = payloads[index]
    const payload = own ? own.payload : made
    return {
      index,
      ...withName({ selector, type }, name),
      ...(payload !== undefined && { payload }),
      ...(made !== undefined && { made }),
      ...(own && { changedBy: own.user_name, changedAt: own.changed_at.toISOString() }),
    }
  })
  const changes = words.toReversed().map((own) => {
    const index = keys.findIndex((key) => isSameItem(key, own))
    return {
      ...(index >= 0 && { index }),
      ...withName({ selector: own.selector }, template.content[index]?.name),
      type: own.type as (typeof items)[number]['type'],
      payload: own.payload,
      user: own.user_name,
      changedAt: own.changed_at.toISOString(),
    }
  })
  return { items, changes, fingerprint: fingerprintOf(template.content) }
}

function unknownContent(): DomainError {
  return new DomainError('not-found', 'No content has this id.')
}

function otherItems(): DomainError {
  return new DomainError(
    'other-version',
    'The items were changed since they were read. Nothing was stored: read them again, then change the one that you mean.',
  )
}
