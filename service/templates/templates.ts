import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { DomainError } from '../base/words/errors.ts'
import { lookUpLanguage } from '../base/words/language.ts'
import { type ItemNames, namesOf } from './item-names.ts'
import { brokenTemplate, otherVersion, parseSound } from './refusals.ts'
import type { ListedTemplate, Problem, SavedVersion, TemplateText } from './schemas.ts'
import { deleteStoredTemplate, listStoredTemplates, listTemplateVersions, storeTemplate } from './sql.ts'
import { createStoredTemplates, type ParsedVersion } from './stored-templates.ts'
import type { Template } from './template.ts'
import { createTemplateFiles, type TemplateFile } from './template-files.ts'
import type { TemplateWork } from './template-work.ts'

/** The next version of a template. */
interface NewTemplate {
  yaml: string
  /** The version that it is based on, 0 for none: where another one is current, nothing is stored. */
  version?: number | undefined
}

/**
 * The templates of organizations: those that an organization stores, and the files of `TEMPLATES_DIR`, which all
 * organizations share. A stored template wins over a file of the same name.
 */
export interface Templates {
  /** Finds a template. Undefined where there is none, or it is broken. */
  get(organization: string, name: string): Promise<Template | undefined>
  /**
   * Finds a template. Throws `not-found` where there is none, `unknown-template` with its problems where it is broken.
   */
  getOrExplain(organization: string, name: string): Promise<Template>
  /** Finds a template, or its latest sound version where it is broken or gone. */
  getSound(organization: string, name: string): Promise<Template | undefined>
  /**
   * Finds the template of a file, which all organizations share, for who has no token. Throws `not-found` where there is
   * none, or it is broken; what is in the file is not told.
   */
  getFile(name: string): Promise<Template>
  /**
   * Throws `unknown-template` where the template does not exist or is broken, and `language-not-offered` where it has
   * no text for the language by look-up and no language model translates.
   */
  assertOffered(organization: string, name: string, language: string): Promise<Template>
  /** Throws `language-not-offered` as above. */
  assertLanguage(template: Template, language: string): void
  /** The template of a record: the version that it was made from if that is kept, else as `getSound`. */
  ofRecord(organization: string, name: string, version: number | null): Promise<Template | undefined>
  /** What people call the items of a template, broken or not. */
  namesOf(organization: string, name: string): Promise<ItemNames>
  /** What the tag of the template hides at first. */
  hideOf(template: Template): Promise<string>
  list(organization: string): Promise<ListedTemplate[]>
  /** Reads the text of a template, or of an older version. Throws `not-found`. */
  read(organization: string, name: string, version?: number): Promise<TemplateText>
  /** Lists the versions, the newest first. Throws `not-found` where the organization never stored such a template. */
  versions(organization: string, name: string): Promise<SavedVersion[]>
  /** Stores the next version. Throws `unknown-template` with a line for each problem, `other-version`. */
  store(owner: { organization: string; user: string }, name: string, next: NewTemplate): Promise<TemplateText>
  /** Deletes a template. Throws `not-found`, and `unknown-template` for a file. */
  remove(organization: string, name: string): Promise<void>
}

interface TemplatesOptions {
  db: Database
  log: Logger
  work: TemplateWork
  folder: string
  /** Whether a language model can translate. */
  canTranslate: boolean
  /** Called once a template is stored or deleted. */
  onChange?: (organization: string, name: string) => void
}

const storedName = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Creates the room of the templates. */
export function createTemplates({ onChange, ...options }: TemplatesOptions): Templates {
  const { db, log, work, folder, canTranslate } = options
  const files = createTemplateFiles({ db, log, work, folder })
  const stored = createStoredTemplates(db, work)
  const hidden = new WeakMap<Template, Promise<string>>()

  async function findStored(organization: string, name: string): Promise<ParsedVersion | undefined> {
    return isStoredName(name) ? stored.find(organization, name) : undefined
  }

  async function get(organization: string, name: string): Promise<Template | undefined> {
    return (await findCurrent(organization, name))?.template
  }

  /** Anybody may ask for the tag of a file, so it is worked out once. */
  function hideOf(template: Template): Promise<string> {
    const selectors = template.content.map(({ selector }) => selector)
    const known = hidden.get(template) ?? work.run('hideOf', selectors)
    hidden.set(template, known)
    known.catch(() => hidden.delete(template))
    return known
  }

  async function findCurrent(organization: string, name: string): Promise<CurrentTemplate | undefined> {
    const current = await findStored(organization, name)
    if (current) return { ...storedText(current), template: current.template }
    const file = await files.get(name)
    return file && { ...fileText(name, file), template: file.template }
  }

  async function getOrExplain(organization: string, name: string): Promise<Template> {
    const found = await findCurrent(organization, name)
    if (!found) throw unknown()
    return found.template ?? throwBroken(found)
  }

  async function getFile(name: string): Promise<Template> {
    const file = await files.get(name)
    if (!file) throw unknown()
    if (file.template) return file.template
    throw new DomainError(
      'not-found',
      `The file ${name}.yaml has problems; npm run -s motif -- check ${name} says where.`,
    )
  }

  async function getSound(organization: string, name: string): Promise<Template | undefined> {
    const current = await findCurrent(organization, name)
    if (current?.template) return current.template
    const last = isStoredName(name) ? await stored.findLastSound(organization, name) : undefined
    return last ?? files.getLastSound(name)
  }

  async function assertOffered(organization: string, name: string, language: string): Promise<Template> {
    const found = await findCurrent(organization, name)
    if (!found)
      throw new DomainError(
        'unknown-template',
        `template: there is no template ${JSON.stringify(name.slice(0, 100))}.`,
      )
    const template = found.template ?? throwBroken(found)
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
      const file = await files.get(name)
      if (file) listed.set(name, toListed(fileText(name, file), file))
    }
    for (const each of await listStoredTemplates(db, organization)) {
      const parsed = await stored.parse(organization, each)
      listed.set(each.name, toListed(storedText(parsed), parsed))
    }
    return [...listed.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async function read(organization: string, name: string, version?: number): Promise<TemplateText> {
    const found =
      version === undefined || version === 0
        ? await readCurrent(organization, name, version)
        : isStoredName(name) && (await stored.findVersion(organization, name, version))
    if (!found) throw unknown(version)
    return 'yaml' in found ? found : storedText(found)
  }

  async function readCurrent(organization: string, name: string, version: 0 | undefined) {
    const current = version === 0 ? undefined : await findStored(organization, name)
    if (current) return current
    const file = await files.get(name)
    return file && fileText(name, file)
  }

  async function versions(organization: string, name: string): Promise<SavedVersion[]> {
    const found = isStoredName(name) ? await listTemplateVersions(db, organization, name) : []
    if (found.length === 0 && !(await files.get(name))) throw unknown()
    return found.map((each) => ({ ...each, createdAt: each.createdAt.toISOString() }))
  }

  const store: Templates['store'] = async ({ organization, user }, name, { yaml, version }) => {
    if (!isStoredName(name)) throw notStorable()
    const { problems } = await parseSound(work, name, yaml)
    const next = await storeTemplate(db, organization, { name, source: yaml, user, after: version })
    if (next) {
      onChange?.(organization, name)
      return storedText({ ...next, problems })
    }
    throw otherVersion((await findStored(organization, name))?.version ?? 0, version)
  }

  async function remove(organization: string, name: string): Promise<void> {
    if (isStoredName(name) && (await deleteStoredTemplate(db, organization, name)))
      return onChange?.(organization, name)
    if (!(await files.get(name))) throw unknown()
    throw new DomainError(
      'unknown-template',
      'name: this template is a file of TEMPLATES_DIR, which only who runs the service can delete.',
    )
  }

  return {
    get,
    getOrExplain,
    getSound,
    assertOffered,
    assertLanguage,
    list,
    read,
    versions,
    store,
    remove,
    getFile,
    async ofRecord(organization, name, version) {
      const kept = version === null ? undefined : await stored.findVersion(organization, name, version)
      return kept?.template ?? getSound(organization, name)
    },
    namesOf: async (organization, name) => namesOf(await getSound(organization, name)),
    hideOf,
  }
}

/** The text of a template that is in use, and the template if it is sound. */
type CurrentTemplate = TemplateText & { template: Template | undefined }

function throwBroken(template: TemplateText): never {
  throw brokenTemplate(template)
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
  return {
    name,
    source,
    version,
    ...page,
    languages: template?.languages ?? [],
    updatedAt: updatedAt.toISOString(),
    problems,
  }
}

/** Whether a template can be stored under the name. */
export function isStoredName(name: string): boolean {
  return storedName.test(name)
}

function notStorable(): DomainError {
  return new DomainError(
    'invalid-field',
    'name: must be lower-case letters, digits and dashes, such as spring-launch, at most 63, and not begin with a dash.',
  )
}

function unknown(version?: number): DomainError {
  return new DomainError('not-found', version ? 'No such version is kept.' : 'No template has this name.')
}
