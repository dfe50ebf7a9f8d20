import type { Owner } from '../access/tokens.ts'
import type { Database, InTransaction } from '../base/database/database.ts'
import { nextUpdate } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { acceptTarget } from '../base/net/address-guard.ts'
import { DomainError, invalidField } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { readLanguage } from '../base/words/language.ts'
import { getProspect } from '../prospects/sql.ts'
import { isSameItem, type Template, type TemplateItem, withName } from '../templates/template.ts'
import { TooMuchWork } from '../templates/template-work.ts'
import type { Content, RecordItems, WantedContent } from './content.ts'
import { createGenerator, type GeneratorOptions } from './generate.ts'
import { enqueueRegenerations } from './generation-sql.ts'
import {
  fitsTemplate,
  listWords,
  type Made,
  payloadsOf,
  showItems,
  storeWords,
  type WordsRow,
  withOwnWords,
} from './own-words.ts'
import {
  type ContentRow,
  deleteContent,
  getContent,
  insertContents,
  lockContent,
  type NewContent,
  toContent,
} from './sql.ts'

/** The content records of organizations. */
export type ContentRecords = ReturnType<typeof createContentRecords>

/** Creates the room of the content records. What names no record of the organization is `not-found`. */
export function createContentRecords(options: GeneratorOptions & { allowPrivateAddresses: boolean }) {
  const { db, jobs, work, templates, allowPrivateAddresses, onReplaced } = options

  /**
   * Creates a record and enqueues its generation. `keep` runs in the same transaction. Throws what is wrong with the
   * prospect, the template, the language or the callback.
   */
  async function create(
    owner: Owner,
    wanted: WantedContent,
    keep?: InTransaction<Content>,
  ): Promise<Content> {
    const accepted = await accept(owner, wanted)
    const insert = async (trx: Database) => {
      const [row] = await insertContents(trx, owner.organization, [accepted])
      const content = toContent(row ?? throwUnknownProspect())
      await keep?.(trx, content)
      return content
    }
    // Without `keep` it is a single statement, which needs no transaction.
    const content = keep ? await transact(db, insert) : await insert(db)
    jobs.wake('generate')
    return content
  }

  async function accept({ organization, user }: Owner, wanted: WantedContent): Promise<NewContent> {
    const { prospect, template, callback } = wanted
    await findKnownProspect(db, organization, prospect)
    const language = readLanguage(wanted.language)
    const { version } = await templates.assertOffered(organization, template, language)
    const target =
      callback === undefined ? undefined : await acceptTarget('callback', callback, { allowPrivateAddresses })
    return { user, wanted: { ...wanted, language, callback: target }, templateVersion: version }
  }

  async function find(organization: string, id: string): Promise<ContentRow> {
    return (isId(id) ? await getContent(db, organization, id) : undefined) ?? throwUnknown()
  }

  async function remove(organization: string, id: string): Promise<string> {
    return (isId(id) ? await deleteContent(db, organization, id) : undefined) ?? throwUnknown()
  }

  /**
   * Enqueues the regeneration of a record from its template's current version. Until then the record stays as it is;
   * its id, pattern and events stay for good, and no callback is sent. `keep` runs in the same transaction.
   */
  async function requestRegeneration(
    organization: string,
    id: string,
    keep?: InTransaction<Content>,
  ): Promise<Content> {
    const content = await transact(db, async (trx) => {
      const row = isId(id) ? await lockContent(trx, organization, id) : undefined
      const content = toContent(row ?? throwUnknown())
      await enqueueRegenerations(trx, organization, { id: [id] })
      await keep?.(trx, content)
      return content
    })
    jobs.wake('regenerate')
    return content
  }

  async function templateOf(organization: string, row: ContentRow): Promise<Template> {
    const template = await templates.ofRecord(organization, row.template, row.template_version)
    if (!template) throw new DomainError('not-found', 'The template of the record is gone.')
    return template
  }

  async function listItems(organization: string, id: string): Promise<RecordItems> {
    const row = await find(organization, id)
    return toItems(row, await templateOf(organization, row), await listWords(db, organization, id))
  }

  /**
   * Changes an item of a record for its person, or gives back the template's words with `null`. Throws `invalid-field` if
   * nothing would be left of them, `not-made-for-that` for a record of a control group, `other-version` if the template
   * has other items by now.
   */
  async function setWords(owner: Owner, id: string, index: string, payload: string | null): Promise<Content> {
    const { organization, user } = owner
    const row = await find(organization, id)
    if (row.control)
      throw new DomainError(
        'not-made-for-that',
        'The record is of a control group: its page shows its own words, so that the others can be compared with it.',
      )
    const template = await templateOf(organization, row)
    const item = template.content[/^\d{1,9}$/.test(index) ? Number(index) : -1]
    if (!item) throw new DomainError('not-found', 'The template has no such item.')
    const words = payload === null || payload === '' ? payload : await finish(item.type, payload)
    const changed = await transact(db, async (trx) => {
      const locked = (await lockContent(trx, organization, id)) ?? throwUnknown()
      // Made again meanwhile, from another version: the item is another one now, or elsewhere.
      if (locked.template_version !== row.template_version) return undefined
      await storeWords(trx, locked, item, words, user)
      await show(trx, locked, template)
      return await getContent(trx, organization, id)
    })
    if (!changed) return setWords(owner, id, index, payload)
    onReplaced(changed.pattern)
    return toContent(changed)
  }

  async function finish(type: TemplateItem['type'], payload: string): Promise<string> {
    const words = await work.run('finishWords', type, payload).catch((error: Error) => {
      if (error instanceof DomainError && !(error instanceof TooMuchWork)) throw error
      throw invalidField('payload: it is too much; make it shorter.')
    })
    if (words !== undefined) return words
    throw invalidField(
      type === 'src' || type === 'href'
        ? 'payload: it is no address that a page may have; "" leaves the page’s own.'
        : 'payload: nothing of it would be seen; "" leaves the page’s own.',
    )
  }

  return {
    create,
    get: async (organization: string, id: string) => toContent(await find(organization, id)),
    remove,
    requestRegeneration,
    listItems,
    setWords,
    ...createGenerator(options),
  }
}

function throwUnknown(): never {
  throw new DomainError('not-found', 'No content has this id.')
}

/** Finds the prospect that a request names. Throws `unknown-prospect`. */
export async function findKnownProspect(db: Database, organization: string, id: string) {
  const row = isId(id) ? await getProspect(db, organization, id) : undefined
  return row ?? throwUnknownProspect()
}

/** Throws `unknown-prospect`. */
function throwUnknownProspect(): never {
  throw new DomainError('unknown-prospect', 'prospect: the organization has no prospect with this id.')
}

/** Has a locked record show its words. One that is not completed gets them once it is. */
async function show(trx: Database, row: ContentRow, { content: shape }: Template): Promise<void> {
  const { organization, id, analytics } = row
  const made = madeOf(row)
  const columns = await withOwnWords(trx, row, made, shape)
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
    throw invalidField('payload: the record has had too many different items by now.')
}

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
