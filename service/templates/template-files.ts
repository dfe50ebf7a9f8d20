import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { type ParsedTemplate, parseTemplate, templateLimits } from './parse-template.ts'
import { findKeptTemplate, keepTemplate } from './sql.ts'
import { formatProblem, type Template } from './template.ts'
import { parseInThread, type TemplateWork } from './template-work.ts'

/** The current state of a template's file. */
export type TemplateFile = ParsedTemplate & { source: string; updatedAt: Date }

/** The templates of `TEMPLATES_DIR`, which all organizations share. */
interface TemplateFiles {
  /** Finds a file. Undefined where there is none. */
  get(name: string): Promise<TemplateFile | undefined>
  /** The latest sound template of the file, also of an earlier process. */
  getLastSound(name: string): Promise<Template | undefined>
  /** The names of all templates, including broken ones, sorted. */
  names(): string[]
}

interface TemplateFilesOptions {
  db: Database
  log: Logger
  work: TemplateWork
  folder: string
}

/** Creates the reader of a folder. Every use reads the file, so that no change is missed; it is parsed once. */
export function createTemplateFiles({ db, log, work, folder }: TemplateFilesOptions): TemplateFiles {
  const loaded = new Map<string, TemplateFile>()

  async function get(name: string): Promise<TemplateFile | undefined> {
    const file = templateFile(folder, name)
    const read = file === undefined ? undefined : readTemplateText(file)
    if (!read) return undefined
    const before = loaded.get(name)
    if (before?.source === read.source) return { ...before, ...read }
    const parsed = await parseInThread(work, name, read.source)
    const now = { ...parsed, ...read }
    if (now.template) await keepTemplate(db, name, read.source)
    else
      logProblems(
        name,
        now.problems.map((problem) => formatProblem(`${name}.yaml`, problem)),
      )
    loaded.set(name, now)
    return now
  }

  function logProblems(template: string, problems: string[]): void {
    log.warn({ template, problems }, 'template is broken; no content can be made from it')
  }

  async function getLastSound(name: string): Promise<Template | undefined> {
    const source = await findKeptTemplate(db, name)
    return source === undefined ? undefined : (await parseInThread(work, name, source)).template
  }

  function names(): string[] {
    const files = listFiles(folder).filter((file) => file.endsWith('.yaml'))
    return files
      .map((file) => file.slice(0, -'.yaml'.length))
      .filter(isTemplateName)
      .sort()
  }

  return { get, getLastSound, names }
}

/** A missing folder has no files. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The name of a template is the name of its file: no folder, no hidden file. */
const nameShape = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u

function isTemplateName(name: string): boolean {
  return nameShape.test(name)
}

/** `TEMPLATES_DIR/NAME.yaml`; undefined where the name is not allowed. */
export function templateFile(templatesDir: string, name: string): string | undefined {
  return isTemplateName(name) ? join(templatesDir, `${name}.yaml`) : undefined
}

/** Reads a file. Undefined where it does not exist or cannot be read. */
function readTemplateText(file: string): Pick<TemplateFile, 'source' | 'updatedAt'> | undefined {
  try {
    const stat = statSync(file)
    // A far too large file is not read. Its stand-in is too large for the parser as well.
    const isTooLarge = stat.size > 4 * templateLimits.bytes
    const source = isTooLarge ? ' '.repeat(templateLimits.bytes + 1) : readFileSync(file, 'utf8')
    return { source, updatedAt: stat.mtime }
  } catch {
    return undefined
  }
}

/** Reads and parses a file. Undefined where it cannot be read. */
export function readTemplateFile(file: string, name: string): ParsedTemplate | undefined {
  const read = readTemplateText(file)
  return read && parseTemplate(name, read.source)
}
