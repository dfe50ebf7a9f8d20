import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../base/database/database.ts'
import { findKeptTemplate, keepTemplate } from './sql.ts'
import { formatProblem, type ReadTemplate, type Template } from './template.ts'
import { parseInThread, type TemplateWork } from './template-work.ts'

/**
 * Creates the reader of `TEMPLATES_DIR`, whose templates all organizations share. Every use reads the file, so that no
 * change is missed; it is parsed once.
 */
export function createTemplateFiles(db: Database, log: Logger, work: TemplateWork, folder: string) {
  const loaded = new Map<string, ReadTemplate>()

  /** Undefined if there is no such file. */
  async function get(name: string): Promise<ReadTemplate | undefined> {
    const file = templateFile(folder, name)
    const read = file === undefined ? undefined : readTemplateText(file)
    if (!read) return undefined
    const before = loaded.get(name)
    if (before?.yaml === read.yaml) return { ...before, ...read }
    const now: ReadTemplate = {
      name,
      source: 'file',
      version: 0,
      ...read,
      ...(await parseInThread(work, name, read.yaml)),
    }
    if (now.template) await keepTemplate(db, name, read.yaml)
    else {
      const problems = now.problems.map((problem) => formatProblem(`${name}.yaml`, problem))
      log.warn({ template: name, problems }, 'template is broken; no content can be made from it')
    }
    loaded.set(name, now)
    return now
  }

  return {
    get,
    /** All templates of the folder, broken ones too. A missing folder has none. */
    async list(): Promise<ReadTemplate[]> {
      const files: ReadTemplate[] = []
      for (const name of namesIn(folder)) {
        const file = await get(name)
        if (file) files.push(file)
      }
      return files
    },
    async getLastSound(name: string): Promise<Template | undefined> {
      const source = await findKeptTemplate(db, name)
      return source === undefined ? undefined : (await parseInThread(work, name, source)).template
    },
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? [])
  } catch {
    return []
  }
}

/** The name of a template is the name of its file: no folder, no hidden file. */
const nameShape = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u

/** `TEMPLATES_DIR/NAME.yaml`; undefined if the name is not allowed. */
export function templateFile(templatesDir: string, name: string): string | undefined {
  return nameShape.test(name) ? join(templatesDir, `${name}.yaml`) : undefined
}

/** Undefined if the file does not exist or cannot be read. */
export function readTemplateText(file: string): { yaml: string; updatedAt: Date } | undefined {
  try {
    return { yaml: readFileSync(file, 'utf8'), updatedAt: statSync(file).mtime }
  } catch {
    return undefined
  }
}
