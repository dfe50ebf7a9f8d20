import { readdirSync, statSync } from 'node:fs'
import type { Logger } from 'pino'
import { DomainError } from '../model/errors.ts'
import { lookUpLanguage } from '../model/language.ts'
import type { Database } from '../store/database.ts'
import { findKeptTemplate, keepTemplate } from '../store/templates.ts'
import { parseTemplate } from './parse-template.ts'
import type { Problem, Template } from './template.ts'
import { formatProblem } from './template.ts'
import { isTemplateName, readTemplateText, templateFile } from './template-file.ts'

/** The templates of `TEMPLATES_DIR`, as the files are now. */
export interface Templates {
  /** The template of that name; undefined where there is none or it is broken. */
  get(name: string): Template | undefined
  /** The template as it is, or else as it was when it was last sound, by this process or one before. */
  getSound(name: string): Promise<Template | undefined>
  /**
   * Throws `unknown-template` where there is no such template or it is broken, `language-not-offered` where a record
   * cannot be written in the language: the template has no text for it by look-up, and nothing translates.
   */
  assertOffered(name: string, language: string): void
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

/** What a file was when it was read. */
interface Loaded {
  /** Tells one state of a file from another; undefined for one so fresh that a second write may look the same. */
  version: string | undefined
  source: string
  template: Template | undefined
  /** The latest sound one, which may be older than the file. */
  sound: Template | undefined
}

/** The coarsest clock of a file system that is still in use (FAT: 2 s). */
const clockMs = 2000
const refreshMs = 2000

/** Creates the room of the templates. Every use looks at the file itself, so that it misses no change. */
export function createTemplates({ db, log, folder, canTranslate }: TemplatesOptions): Templates {
  const loaded = new Map<string, Loaded>()
  let watching: NodeJS.Timeout | undefined

  function get(name: string): Template | undefined {
    const file = templateFile(folder, name)
    if (file === undefined) return undefined
    const version = versionOf(file)
    const before = loaded.get(name)
    if (version === 'none') return forget(name, before)
    if (version !== undefined && version === before?.version) return before.template
    return load(name, file, version, before).template
  }

  function forget(name: string, before: Loaded | undefined): undefined {
    if (before) loaded.set(name, { ...before, version: 'none', source: '', template: undefined })
  }

  function load(name: string, file: string, version: string | undefined, before: Loaded | undefined): Loaded {
    // A file that cannot be read is an empty one, which is broken.
    const source = readTemplateText(file) ?? ''
    if (before && before.version !== 'none' && source === before.source) {
      before.version = version
      return before
    }
    const { template, problems } = parseTemplate(name, source)
    const now = { version, source, template, sound: template ?? before?.sound }
    loaded.set(name, now)
    if (template) keep(name, source)
    else logProblems(name, problems)
    return now
  }

  function keep(name: string, source: string): void {
    keepTemplate(db, name, source).catch((error) =>
      log.error({ err: error, template: name }, 'template not kept'),
    )
  }

  function logProblems(name: string, problems: Problem[]): void {
    const lines = problems.map((problem) => formatProblem(`${name}.yaml`, problem))
    log.warn({ template: name, problems: lines }, 'template is broken; no content can be made from it')
  }

  async function getSound(name: string): Promise<Template | undefined> {
    const template = get(name) ?? loaded.get(name)?.sound
    if (template) return template
    const source = await findKeptTemplate(db, name)
    return source === undefined ? undefined : parseTemplate(name, source).template
  }

  /** Of the templates that are there, broken ones included, sorted. */
  function names(): string[] {
    const files = listFiles(folder).filter((file) => file.endsWith('.yaml'))
    return files
      .map((file) => file.slice(0, -'.yaml'.length))
      .filter(isTemplateName)
      .sort()
  }

  function assertOffered(name: string, language: string): void {
    const template = get(name)
    if (!template)
      throw new DomainError('unknown-template', 'template: there is no sound template of this name.')
    if (canTranslate || lookUpLanguage(template.languages, language) !== undefined) return
    const offered = template.languages.join(', ')
    throw new DomainError(
      'language-not-offered',
      `language: the template does not offer ${language}; it offers ${offered}.`,
    )
  }

  function watch(): void {
    const refresh = () => names().forEach(get)
    refresh()
    watching = setInterval(refresh, refreshMs).unref()
  }

  return { get, getSound, assertOffered, watch, finish: () => clearInterval(watching) }
}

function versionOf(file: string): string | undefined {
  const stat = statOrNone(file)
  if (!stat?.isFile()) return 'none'
  if (Math.abs(Date.now() - stat.mtimeMs) < clockMs) return undefined
  return [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ')
}

/** What cannot be looked at, for whatever reason, is not there. */
function statOrNone(file: string) {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** A folder that is not there has no files. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
