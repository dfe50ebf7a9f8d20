import type { Logger } from 'pino'
import { workerFile } from '../base/project-folder.ts'
import { DomainError } from '../base/words/errors.ts'
import { createWorkerPool, type WorkerPool } from '../base/worker-pool.ts'
import type { ParsedTemplate } from './parse-template.ts'
import { linesOf } from './template.ts'
import type { TemplateOperations } from './template-worker.ts'

/**
 * Does in threads what could hold the service: reading, changing and rendering templates, sanitising HTML, looking through
 * pages. Throws `TooMuchWork`, and `unavailable` on a machine that has too much else to do.
 */
export type TemplateWork = WorkerPool<TemplateOperations>

/** A template, or a page, that takes more work or memory than it may. */
export class TooMuchWork extends DomainError {}

/** Creates the threads of the templates. Tests run another file, with other bounds. */
export function createTemplateWork(options: { log: Logger; file?: URL; wallMs?: number }): TemplateWork {
  return createWorkerPool({
    name: 'templates',
    file: workerFile('service/templates/template-worker.ts'),
    tooMuch: (why) => new TooMuchWork('unknown-template', `the template ${why}; make it shorter`),
    ...options,
  })
}

/** Parses a template. One that takes too much to read has that as its problem. */
export async function parseInThread(work: TemplateWork, name: string, yaml: string): Promise<ParsedTemplate> {
  try {
    return await work.run('parseTemplate', name, yaml)
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    return { problems: [{ line: 1, column: 1, message: error.message }] }
  }
}

/** Parses a text. Throws `unknown-template` with a line for each problem; warnings refuse nothing. */
export async function parseSound(work: TemplateWork, name: string, yaml: string) {
  const { template, problems } = await parseInThread(work, name, yaml)
  if (!template) throw new DomainError('unknown-template', linesOf(problems))
  return { template, problems }
}
