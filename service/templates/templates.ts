import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DomainError } from '../model/errors.ts'
import { lookUpLanguage } from '../model/language.ts'
import type { Database } from '../store/database.ts'
import {
  countStoredTemplates,
  deleteStoredTemplate,
  findStoredTemplate,
  listStoredTemplates,
  listTemplateVersions,
  removeDeletedTemplates,
  storeTemplate,
  type TemplateVersion,
} from '../store/stored-templates.ts'
import { type ParsedTemplate, parseTemplate } from './parse-template.ts'
import { createStoredTemplates, type ParsedVersion } from './stored-templates.ts'
import { formatProblemLine, type Problem, type Template } from './template.ts'
import { createTemplateFiles, type TemplateFile } from './template-files.ts'

/** The text of a template, and what is wrong with it. */
export interface TemplateText {
  name: string
  source: 'file' | 'stored'
  /** 0 of a file, which has none. */
  version: number
  yaml: string
  problems: Problem[]
}

/** A template in the list of them. */
export interface ListedTemplate extends Omit<TemplateText, 'yaml'> {
  page?: string
  languages: string[]
  updatedAt: Date
}

/** What is stored as the next version of a template. */
export interface NewTemplate {
  yaml: string
  /** The version that it was made from, 0 for none: where another one is the current one, nothing is stored. */
  version?: number | undefined
}

/**
 * The templates that an organization has: those that it stores, and the files of `TEMPLATES_DIR`, which are everybody's.
 * A stored one wins over a file of its name.
 */
export interface Templates {
  /** The template of that name; undefined where there is none or it is broken. */
  get(organization: string, name: string): Promise<Template | undefined>
  /** The same. Throws `not-found` where there is none, `unknown-template` with its problems where it is broken. */
  getOrExplain(organization: string, name: string): Promise<Template>
  /** What a text says. Throws `unknown-template` with a line for each problem. */
  parse(name: string, yaml: string): Template
  /** The same, or its problems. */
  check(name: string, yaml: string): ParsedTemplate
  /** The template as it is, or else as it was when it was last sound. */
  getSound(organization: string, name: string): Promise<Template | undefined>
  /** The file's template, which belongs to all organizations; undefined where there is none or it is broken. */
  getFile(name: string): Template | undefined
  /**
   * Throws `unknown-template` where there is no such template or it is broken, `language-not-offered` where a record
   * cannot be written in the language: the template has no text for it by look-up, and nothing translates.
   */
  assertOffered(organization: string, name: string, language: string): Promise<Template>
  /** Throws `language-not-offered` as above. */
  assertLanguage(template: Template, language: string): void
  list(organization: string): Promise<ListedTemplate[]>
  /** A template's text, or an older version's. Throws `not-found`. */
  read(organization: string, name: string, version?: number): Promise<TemplateText>
  /** The newest first. Throws `not-found` where the organization never stored such a template. */
  versions(organization: string, name: string): Promise<TemplateVersion[]>
  /** Stores the next version. Throws `unknown-template` with a line for each problem, `other-version`. */
  store(owner: { organization: string; user: string }, name: string, next: NewTemplate): Promise<TemplateText>
  /** The refusal of a change to `wanted`, where `version` is the current one. */
  otherVersion(version: number, wanted: number): DomainError
  /** Throws `not-found`, and `unknown-template` for a file. */
  remove(organization: string, name: string): Promise<void>
  /** Reads every file that has changed, now and every 2 s, so that what is broken is logged when it is saved. */
  watch(): void
  /** Stops watching. */
  finish(): void
}

interface TemplatesOptions {
  db: Database
  log: Logger
  folder: string
  /** Whether a language model is set to translate. */
  canTranslate: boolean
}

/** How many templates an organization can store. */
const mostTemplates = 500

const storedName = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Creates the room of the templates. */
export function createTemplates({ db, log, folder, canTranslate }: TemplatesOptions): Templates {
  const files = createTemplateFiles({ db, log, folder })
  const stored = createStoredTemplates(db)

  async function findStored(organization: string, name: string): Promise<ParsedVersion | undefined> {
    return storedName.test(name) ? stored.find(organization, name) : undefined
  }

  async function get(organization: string, name: string): Promise<Template | undefined> {
    return ((await findStored(organization, name)) ?? files.get(name))?.template
  }

  async function getOrExplain(organization: string, name: string): Promise<Template> {
    const found = (await findStored(organization, name)) ?? files.get(name)
    if (!found) throw unknown()
    if (!found.template) throw broken(found.problems)
    return found.template
  }

  async function getSound(organization: string, name: string): Promise<Template | undefined> {
    const template = await get(organization, name)
    if (template) return template
    const last = storedName.test(name) ? await stored.findLastSound(organization, name) : undefined
    return last ?? files.getLastSound(name)
  }

  async function assertOffered(organization: string, name: string, language: string): Promise<Template> {
    const template = await get(organization, name)
    if (!template)
      throw new DomainError('unknown-template', 'template: there is no sound template of this name.')
    assertLanguage(template, language)
    return template
  }

  function assertLanguage(template: Template, language: string): void {
    if (canTranslate || lookUpLanguage(template.languages, language) !== undefined) return
    const offered = template.languages.join(', ')
    throw new DomainError(
      'language-not-offered',
      `language: the template does not offer ${language}; it offers ${offered}.`,
    )
  }

  async function list(organization: string): Promise<ListedTemplate[]> {
    const listed = new Map<string, ListedTemplate>()
    for (const name of files.names()) {
      const file = files.get(name)
      if (file) listed.set(name, toListed(fileText(name, file), file))
    }
    for (const each of await listStoredTemplates(db, organization)) {
      const parsed = stored.parse(organization, each)
      listed.set(each.name, toListed(storedText(parsed), parsed))
      // Requests that came meanwhile are not kept waiting for all of them.
      await setImmediate()
    }
    return [...listed.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async function read(organization: string, name: string, version?: number): Promise<TemplateText> {
    const found =
      version === undefined || version === 0
        ? await readCurrent(organization, name, version)
        : storedName.test(name) && (await stored.findVersion(organization, name, version))
    if (!found) throw unknown(version)
    return 'yaml' in found ? found : storedText(found)
  }

  async function readCurrent(organization: string, name: string, version: 0 | undefined) {
    const current = version === 0 ? undefined : await findStored(organization, name)
    if (current) return current
    const file = files.get(name)
    return file && fileText(name, file)
  }

  async function versions(organization: string, name: string): Promise<TemplateVersion[]> {
    const found = storedName.test(name) ? await listTemplateVersions(db, organization, name) : []
    if (found.length === 0 && !files.get(name)) throw unknown()
    return found
  }

  const store: Templates['store'] = async ({ organization, user }, name, { yaml, version }) => {
    assertStoredName(name)
    parse(name, yaml)
    await assertRoom(organization, name)
    const next = await storeTemplate(db, organization, { name, source: yaml, user, after: version })
    if (next) return storedText({ ...next, problems: [] })
    throw describeOtherVersion((await findStored(organization, name))?.version ?? 0, version)
  }

  async function assertRoom(organization: string, name: string): Promise<void> {
    if (await findStoredTemplate(db, organization, name)) return
    if ((await countStoredTemplates(db, organization)) < mostTemplates) return
    await removeDeletedTemplates(db, organization)
    if ((await countStoredTemplates(db, organization)) < mostTemplates) return
    throw new DomainError(
      'invalid-field',
      `name: an organization can store ${mostTemplates} templates; delete one that is not used any more.`,
    )
  }

  async function remove(organization: string, name: string): Promise<void> {
    if (storedName.test(name) && (await deleteStoredTemplate(db, organization, name))) return
    if (!files.get(name)) throw unknown()
    throw new DomainError(
      'unknown-template',
      'name: this template is a file of TEMPLATES_DIR, which only who runs the service can delete.',
    )
  }

  return {
    get,
    getOrExplain,
    parse,
    check: parseTemplate,
    otherVersion: describeOtherVersion,
    getSound,
    assertOffered,
    assertLanguage,
    list,
    read,
    versions,
    store,
    remove,
    getFile: (name) => files.get(name)?.template,
    watch: files.watch,
    finish: files.finish,
  }
}

function parse(name: string, yaml: string): Template {
  const { template, problems } = parseTemplate(name, yaml)
  if (!template) throw broken(problems)
  return template
}

function describeOtherVersion(version: number, wanted: number | undefined): DomainError {
  const current =
    version === 0 ? 'nothing is stored under this name now' : `${version} is the current one, not ${wanted}`
  return new DomainError(
    'other-version',
    `version: ${current}. Nothing was stored: read the template, put your change into that, and send version ${version}.`,
  )
}

function broken(problems: Problem[]): DomainError {
  return new DomainError('unknown-template', problems.map(formatProblemLine).join('\n'))
}

function fileText(name: string, { source, problems }: TemplateFile): TemplateText {
  return { name, source: 'file', version: 0, yaml: source, problems }
}

function storedText({
  name,
  version,
  source,
  problems,
}: Pick<ParsedVersion, 'name' | 'version' | 'source'> & { problems: Problem[] }): TemplateText {
  return { name, source: 'stored', version, yaml: source, problems }
}

function toListed(
  { name, source, version, problems }: TemplateText,
  { template, updatedAt }: { template?: Template | undefined; updatedAt: Date },
): ListedTemplate {
  const page = template?.page === undefined ? {} : { page: template.page }
  return { name, source, version, ...page, languages: template?.languages ?? [], updatedAt, problems }
}

/** Whether a template can be stored under the name. */
export function isStoredName(name: string): boolean {
  return storedName.test(name)
}

function assertStoredName(name: string): void {
  if (isStoredName(name)) return
  throw new DomainError(
    'invalid-field',
    'name: must be lower-case letters, digits and dashes, such as spring-launch, at most 63, and not begin with a dash.',
  )
}

function unknown(version?: number): DomainError {
  return new DomainError('not-found', version ? 'No such version is kept.' : 'No template has this name.')
}
