import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { DomainError, invalidField } from '../base/words/errors.ts'
import { lookUpLanguage } from '../base/words/language.ts'
import type { ListedTemplate, NewTemplateBody, SavedVersion } from './operations.ts'
import type { ParsedTemplate } from './parse-template.ts'
import {
  deleteStoredTemplate,
  findStoredTemplate,
  findTemplateVersion,
  listStoredTemplates,
  listTemplateVersions,
  type StoredTemplate,
  storeTemplate,
} from './sql.ts'
import { linesOf, namesOf, type ReadTemplate, type Template } from './template.ts'
import { createTemplateFiles } from './template-files.ts'
import { parseInThread, parseSound, type TemplateWork } from './template-work.ts'

interface TemplatesOptions {
  db: Database
  log: Logger
  work: TemplateWork
  folder: string
  canTranslate: boolean
  onChange?: (organization: string, name: string) => void
}

/**
 * The templates of organizations: those that an organization stores, and the files of `TEMPLATES_DIR`, which all
 * organizations share. A stored template wins over a file of its name.
 */
export type Templates = ReturnType<typeof createTemplates>

/**
 * Creates the room of the templates. Every use asks the database for the current version, so that all replicas use a new
 * one at once. A version never changes, so what was parsed of it is kept.
 */
export function createTemplates({ db, log, work, folder, canTranslate, onChange }: TemplatesOptions) {
  const files = createTemplateFiles(db, log, work, folder)
  /** By characters of text: a few hundred templates. */
  const parsed = new LRUCache<string, ParsedTemplate>({ maxSize: 4 * 1024 * 1024 })

  async function readStored(organization: string, stored: StoredTemplate): Promise<ReadTemplate> {
    const { name, version, yaml, updatedAt } = stored
    const key = JSON.stringify([organization, name, version])
    let said = parsed.get(key)
    if (!said) {
      said = await parseInThread(work, name, yaml)
      if (said.template) said.template.version = version
      parsed.set(key, said, { size: yaml.length + 1 })
    }
    return { name, source: 'stored', version, yaml, updatedAt, ...said }
  }

  async function find(organization: string, name: string): Promise<ReadTemplate | undefined> {
    const stored = isStoredName(name) && (await findStoredTemplate(db, organization, name))
    return stored && !stored.deleted ? readStored(organization, stored) : files.get(name)
  }

  async function findVersion(organization: string, name: string, version: number) {
    const stored = isStoredName(name) && (await findTemplateVersion(db, organization, name, version))
    return stored ? readStored(organization, stored) : undefined
  }

  async function getSound(organization: string, name: string): Promise<Template | undefined> {
    const current = await find(organization, name)
    if (current?.template) return current.template
    const stored = isStoredName(name) && (await findStoredTemplate(db, organization, name))
    const last = stored && (await readStored(organization, stored)).template
    return last || files.getLastSound(name)
  }

  /** Throws `language-not-offered` if it has no text for the language by look-up, and no language model translates. */
  function assertLanguage({ languages }: Template, language: string): void {
    if (canTranslate || lookUpLanguage(languages, language) !== undefined) return
    const offered = languages.join(', ')
    throw new DomainError(
      'language-not-offered',
      `language: the template does not offer ${language}; it offers ${offered}.`,
    )
  }

  return {
    getSound,
    assertLanguage,
    /** Finds a template. Undefined if there is none, or it is broken. */
    get: async (organization: string, name: string) => (await find(organization, name))?.template,
    /** Throws `not-found` if there is none, `unknown-template` with its problems if it is broken. */
    async getOrExplain(organization: string, name: string): Promise<Template> {
      return assertSound((await find(organization, name)) ?? throwUnknown())
    },
    /** Throws `unknown-template` if it does not exist or is broken, and `language-not-offered`: see `assertLanguage`. */
    async assertOffered(organization: string, name: string, language: string): Promise<Template> {
      const found = await find(organization, name)
      const shown = JSON.stringify(name.slice(0, 100))
      if (!found) throw new DomainError('unknown-template', `template: there is no template ${shown}.`)
      const template = assertSound(found)
      assertLanguage(template, language)
      return template
    },
    /** The template of a record: the version that it was made from if that is kept, else as `getSound`. */
    async ofRecord(organization: string, name: string, version: number | null) {
      const kept = version === null ? undefined : await findVersion(organization, name, version)
      return kept?.template ?? getSound(organization, name)
    },
    namesOf: async (organization: string, name: string) => namesOf(await getSound(organization, name)),
    async list(organization: string): Promise<ListedTemplate[]> {
      const found = new Map((await files.list()).map((file) => [file.name, file]))
      for (const stored of await listStoredTemplates(db, organization))
        found.set(stored.name, await readStored(organization, stored))
      return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1)).map(toListed)
    },
    /** Reads the text of a template, or of an older version (0: of the file). Throws `not-found`. */
    async read(organization: string, name: string, version?: number): Promise<ReadTemplate> {
      if (version === undefined) return (await find(organization, name)) ?? throwUnknown()
      const found = version === 0 ? await files.get(name) : await findVersion(organization, name, version)
      return found ?? throwUnknown(version)
    },
    /** Lists the versions, the newest first. Throws `not-found` if there is no such template. */
    async versions(organization: string, name: string): Promise<SavedVersion[]> {
      const found = isStoredName(name) ? await listTemplateVersions(db, organization, name) : []
      if (found.length === 0 && !(await files.get(name))) throwUnknown()
      return found.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() }))
    },
    /** Stores the next version. Throws `unknown-template` with a line for each problem, `other-version`. */
    async store(
      { organization, user }: { organization: string; user: string },
      name: string,
      { yaml, version: after }: NewTemplateBody,
    ): Promise<ReadTemplate> {
      if (!isStoredName(name))
        throw invalidField(
          'name: must be lower-case letters, digits and dashes, such as spring-launch, at most 63, and not begin with a dash.',
        )
      const { template, problems } = await parseSound(work, name, yaml)
      const next = await storeTemplate(db, organization, { name, yaml, user, after })
      if (!next) throw otherVersion((await find(organization, name))?.version ?? 0, after)
      onChange?.(organization, name)
      return { ...next, source: 'stored', problems, template: { ...template, version: next.version } }
    },
    /** Deletes a template. Throws `not-found`, and `unknown-template` for a file. */
    async remove(organization: string, name: string): Promise<void> {
      if (isStoredName(name) && (await deleteStoredTemplate(db, organization, name)))
        return onChange?.(organization, name)
      if (!(await files.get(name))) throwUnknown()
      throw new DomainError(
        'unknown-template',
        'name: this template is a file of TEMPLATES_DIR, which only who runs the service can delete.',
      )
    },
  }
}

/** Whether a template can be stored under the name. */
export function isStoredName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(name)
}

/** The template of a text that has no problems. Throws `unknown-template`: which it is, then a line for each problem. */
export function assertSound({ template, source, name, version, problems }: ReadTemplate): Template {
  if (template) return template
  const which =
    source === 'file'
      ? `the file ${name}.yaml has problems; mend them and save it.`
      : `version ${version} of ${name} has problems; mend them and store it again.`
  throw new DomainError('unknown-template', `template: ${which}\n${linesOf(problems)}`)
}

/** The error for a change that is based on version `wanted`, while `version` is current. */
export function otherVersion(version: number, wanted: number | undefined): DomainError {
  const current =
    version === 0 ? 'nothing is stored under this name now' : `${version} is the current one, not ${wanted}`
  return new DomainError(
    'other-version',
    `version: ${current}. Nothing was stored: read the template, put your change into that, and send version ${version}.`,
  )
}

function toListed({ template, updatedAt, yaml, ...listed }: ReadTemplate): ListedTemplate {
  const { page, languages = [] } = template ?? {}
  return {
    ...listed,
    ...(page !== undefined && { page }),
    languages,
    updatedAt: updatedAt.toISOString(),
  }
}

function throwUnknown(version?: number): never {
  throw new DomainError('not-found', version ? 'No such version is kept.' : 'No template has this name.')
}
