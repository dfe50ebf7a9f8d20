import type { Owner } from '../access/tokens.ts'
import type { Database, InTransaction } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import type { JobHandlers } from '../base/jobs/job.ts'
import { acceptTarget } from '../base/net/address-guard.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { readLanguage } from '../base/words/language.ts'
import { getProspect, type ProspectRow } from '../prospects/sql.ts'
import type { Content, WantedContent } from './content.ts'
import { createGenerator, type GeneratorOptions } from './generate.ts'
import { enqueueRegenerations } from './generation-sql.ts'
import {
  deleteContent,
  getContent,
  insertContent,
  lockContent,
  type NewContent,
  toContent,
  unknownContent,
} from './sql.ts'
import { createWordsOfRecords, type WordsOfRecords } from './words-of-records.ts'

/** The content records of organizations: see `createContentRecords`. */
export interface ContentRecords {
  /**
   * Creates a record and enqueues its generation. `keep` runs in the same transaction. Throws what is wrong with the
   * prospect, the template, the language or the callback.
   */
  create(owner: Owner, wanted: WantedContent, keep?: InTransaction<Content>): Promise<Content>
  /** Throws `not-found`. */
  get(organization: string, id: string): Promise<Content>
  /** Deletes a record in any state, and returns its pattern. Throws `not-found`. */
  remove(organization: string, id: string): Promise<string>
  /** One person's words. */
  words: WordsOfRecords
  generate: JobHandlers
  /**
   * Enqueues the regeneration of a record from its template's current version. Until then the record stays as it is;
   * its id, pattern and events stay for good, and no callback is sent. `keep` as above. Throws `not-found`.
   */
  requestRegeneration(organization: string, id: string, keep?: InTransaction<Content>): Promise<Content>
  regenerate: JobHandlers
}

interface ContentRecordsOptions extends GeneratorOptions {
  allowPrivateAddresses: boolean
}

/** Creates the room of the content records. */
export function createContentRecords(options: ContentRecordsOptions): ContentRecords {
  const { db, jobs, templates, allowPrivateAddresses } = options

  const create: ContentRecords['create'] = async (owner, wanted, keep) => {
    const accepted = await accept(owner, wanted)
    const insert = async (trx: Database) => {
      const row = await insertContent(trx, owner.organization, accepted)
      const content = toContent(row ?? throwUnknownProspect())
      await keep?.(trx, content)
      return content
    }
    // Without `keep` it is a single statement, which needs no transaction.
    const content = keep ? await transact(db, insert) : await insert(db)
    jobs.wake()
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

  async function get(organization: string, id: string): Promise<Content> {
    const row = isId(id) ? await getContent(db, organization, id) : undefined
    if (!row) throw unknownContent()
    return toContent(row)
  }

  async function remove(organization: string, id: string): Promise<string> {
    const pattern = isId(id) ? await deleteContent(db, organization, id) : undefined
    if (pattern === undefined) throw unknownContent()
    return pattern
  }

  const requestRegeneration: ContentRecords['requestRegeneration'] = async (organization, id, keep) => {
    const content = await transact(db, async (trx) => {
      const row = isId(id) ? await lockContent(trx, organization, id) : undefined
      if (!row) throw unknownContent()
      const content = toContent(row)
      await enqueueRegenerations(trx, organization, { id })
      await keep?.(trx, content)
      return content
    })
    jobs.wake()
    return content
  }

  return {
    create,
    get,
    remove,
    words: createWordsOfRecords(options),
    requestRegeneration,
    ...createGenerator(options),
  }
}

/** Finds the prospect that a request names. Throws `unknown-prospect`. */
export async function findKnownProspect(
  db: Database,
  organization: string,
  id: string,
): Promise<ProspectRow> {
  const row = isId(id) ? await getProspect(db, organization, id) : undefined
  return row ?? throwUnknownProspect()
}

/** Throws `unknown-prospect`. */
function throwUnknownProspect(): never {
  throw new DomainError('unknown-prospect', 'prospect: the organization has no prospect with this id.')
}
