import { readdirSync, type Stats, statSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import type { Problem } from './schemas.ts'
import { findKeptTemplate, keepTemplate } from './sql.ts'
import type { Template } from './template.ts'
import { formatProblem } from './template.ts'
import { isTemplateName, readTemplateText, templateFile } from './template-file.ts'
import { readAgainMs, type TemplateThread } from './template-thread.ts'

/** The current state of a template's file. */
export interface TemplateFile {
  source: string
  /** Undefined where it is broken. */
  template: Template | undefined
  problems: Problem[]
  /** See `ParsedTemplate`. */
  isUnread?: true | undefined
  updatedAt: Date
}

/** The templates of `TEMPLATES_DIR`, which all organizations share. */
interface TemplateFiles {
  /** Finds a file. Undefined where there is none. */
  get(name: string): Promise<TemplateFile | undefined>
  /** The latest sound template of the file, also of an earlier process. */
  getLastSound(name: string): Promise<Template | undefined>
  /** The names of all templates, including broken ones, sorted. */
  names(): string[]
  /** Reads every changed file, now and every 2 s, so that a broken one is logged when it is saved. */
  watch(): void
  /** Stops watching. */
  finish(): void
}

interface TemplateFilesOptions {
  db: Database
  log: Logger
  thread: TemplateThread
  folder: string
}

/** A file that was read. */
interface Loaded extends TemplateFile {
  /** Changes with the file. Undefined for a file that is so new that a second write may look the same. */
  version: string | undefined
  /** The latest sound template, which may be older than the file. */
  sound: Template | undefined
  /** When it is read again, in milliseconds since 1970, also if it has not changed. */
  until: number
}

/** Stands for the organization in the thread of the templates: no organization's name is empty. */
export const ofFiles = ''

/** The coarsest time-stamps of a file system in use (FAT: 2 s). */
const clockMs = 2000
const refreshMs = 2000

/** Creates the reader of a folder. Every use checks the file itself, so that no change is missed. */
export function createTemplateFiles({ db, log, thread, folder }: TemplateFilesOptions): TemplateFiles {
  const loaded = new Map<string, Loaded>()
  const loading = new Map<string, Promise<Loaded>>()
  let watching: NodeJS.Timeout | undefined

  async function get(name: string): Promise<TemplateFile | undefined> {
    const file = templateFile(folder, name)
    if (file === undefined) return undefined
    // One that is being read is read once. It is looked at again, because it may have changed since.
    while (loading.has(name)) await loading.get(name)
    const stat = statOrNone(file)
    const before = loaded.get(name)
    if (!stat?.isFile()) return forget(name, before)
    const version = versionOf(stat)
    if (version !== undefined && version === before?.version && Date.now() < before.until) return before
    const begun = load(name, file, { version, updatedAt: stat.mtime }, before)
    loading.set(name, begun)
    return begun.finally(() => loading.delete(name))
  }

  function forget(name: string, before: Loaded | undefined): undefined {
    if (before) loaded.set(name, { ...before, version: 'none', source: '', template: undefined })
  }

  async function load(
    name: string,
    file: string,
    state: Pick<Loaded, 'version' | 'updatedAt'>,
    before: Loaded | undefined,
  ): Promise<Loaded> {
    // A file that cannot be read counts as empty, which is broken.
    const source = readTemplateText(file) ?? ''
    const isSame = before && before.version !== 'none' && source === before.source
    if (isSame && Date.now() < before.until) return Object.assign(before, state)
    const { template, problems, isUnread } = await thread.parse(ofFiles, name, source)
    const until = isUnread ? Date.now() + readAgainMs : Number.POSITIVE_INFINITY
    const now = { ...state, source, template, problems, isUnread, sound: template ?? before?.sound, until }
    loaded.set(name, now)
    if (template) keep(name, source)
    else logProblems(name, problems)
    return now
  }

  function keep(name: string, source: string): void {
    keepTemplate(db, name, source).catch((error) =>
      log.error({ err: error, template: name }, 'sound template could not be stored'),
    )
  }

  function logProblems(name: string, problems: Problem[]): void {
    const lines = problems.map((problem) => formatProblem(`${name}.yaml`, problem))
    log.warn({ template: name, problems: lines }, 'template is broken; no content can be made from it')
  }

  async function getLastSound(name: string): Promise<Template | undefined> {
    const sound = loaded.get(name)?.sound
    if (sound) return sound
    const source = await findKeptTemplate(db, name)
    return source === undefined ? undefined : (await thread.parse(ofFiles, name, source)).template
  }

  function names(): string[] {
    const files = listFiles(folder).filter((file) => file.endsWith('.yaml'))
    return files
      .map((file) => file.slice(0, -'.yaml'.length))
      .filter(isTemplateName)
      .sort()
  }

  async function refresh(): Promise<void> {
    for (const name of names())
      await get(name).catch((error) =>
        log.warn({ err: error, template: name }, 'template could not be read; it is tried again'),
      )
  }

  function watch(): void {
    void refresh()
    watching = setInterval(refresh, refreshMs).unref()
  }

  return { get, getLastSound, names, watch, finish: () => clearInterval(watching) }
}

function versionOf(stat: Stats): string | undefined {
  if (Math.abs(Date.now() - stat.mtimeMs) < clockMs) return undefined
  return [stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ')
}

/** A file without accessible status counts as missing. */
function statOrNone(file: string) {
  try {
    return statSync(file)
  } catch {
    return undefined
  }
}

/** A missing folder has no files. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
