import { basename } from 'node:path'
import { projectFolder } from './project-folder.ts'

/**
 * The file that a worker thread runs: the built one for the built service, which starts in a third of the time, else the
 * source.
 *
 * @param source its path in the project, such as `service/templates/page-worker.ts`
 */
export function workerFile(source: string): URL {
  const isBuilt = !import.meta.url.endsWith('.ts')
  return new URL(isBuilt ? `dist/service/${basename(source, '.ts')}.js` : source, projectFolder)
}
