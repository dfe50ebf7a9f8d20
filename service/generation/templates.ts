import { readdirSync, statSync } from 'node:fs'
import type { Service } from '../service.ts'
import { findKeptTemplate, keepTemplate } from '../store/templates.ts'
import { lookUpLanguage } from './language.ts'
import { parseTemplate } from './parse-template.ts'
import { formatProblem } from './problem.ts'
import type { Problem, Template } from './template.ts'
import { isTemplateName, readTemplateText, templateFile } from './template-file.ts'

/** The templates of `TEMPLATES_DIR`, as the files are now. */
export interface Templates {
  /** The template of that name; undefined where there is none or it is broken. */
  get(name: string): Template | undefined
  /** The template as it is, or else as it was when it was last sound, by this process or one before. */
  getSound(name: string): Promise<Template | undefined>
  /** The names of the templates that are there, broken ones included, sorted. */
  names(): string[]
  /**
   * The language in which a record of canonical tag `language` is written: the template's own by look-up, or the tag
   * itself where a language model is set to translate. Undefined: the template does not offer it.
   */
  offeredLanguage(template: Template, language: string): string | undefined
  /** Reads every file that has changed, so that what is broken is logged when it is saved, not when it is used. */
  refresh(): void
}

type TemplatesService = Pick<Service, 'config' | 'db' | 'log'>

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

/** Opens the templates. Every use looks at the file itself, so that it needs no watcher and misses no change. */
export function openTemplates({ config, db, log }: TemplatesService): Templates {
  const loaded = new Map<string, Loaded>()

  function get(name: string): Template | undefined {
    const file = templateFile(config.templatesDir, name)
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
    else tell(name, problems)
    return now
  }

  function keep(name: string, source: string): void {
    keepTemplate(db, name, source).catch((error) =>
      log.error({ err: error, template: name }, 'template not kept'),
    )
  }

  function tell(name: string, problems: Problem[]): void {
    const lines = problems.map((problem) => formatProblem(`${name}.yaml`, problem))
    log.warn({ template: name, problems: lines }, 'template is broken; no content can be made from it')
  }

  async function getSound(name: string): Promise<Template | undefined> {
    const template = get(name) ?? loaded.get(name)?.sound
    if (template) return template
    const source = await findKeptTemplate(db, name)
    return source === undefined ? undefined : parseTemplate(name, source).template
  }

  function names(): string[] {
    return listFiles(config.templatesDir)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => file.slice(0, -'.yaml'.length))
      .filter(isTemplateName)
      .sort()
  }

  return {
    get,
    getSound,
    names,
    offeredLanguage: (template, language) =>
      lookUpLanguage(template.languages, language) ?? (config.languageModel ? language : undefined),
    refresh: () => names().forEach(get),
  }
}

/** Reads the templates now, and again every 2 s what has changed of them, until the service stops. */
export function watchTemplates(service: Service): void {
  const refresh = () => service.templates.refresh()
  refresh()
  const timer = setInterval(refresh, refreshMs)
  timer.unref()
  service.onStop(() => clearInterval(timer))
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
