import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { isRun } from '../long/left-out.ts'

/**
 * Scenarios in which engines decide what happens. In the others the script's logic does: Firefox and WebKit run those in
 * `npm run test:long -- engines` only.
 */
const decidedByEngines = new Set([
  ...['clicks', 'curtain', 'events', 'halves', 'hostile', 'html', 'links', 'module', 'policy'],
  ...['prehide', 'preview', 'routes', 'shown-later', 'sources', 'stop', 'text'],
])

/** Of which Chromium has more in `test/browser`. All three run it in `npm run test:long -- engines`. */
const chromiumElsewhere = 'console'

/** The names of the scenarios that an engine runs. */
export function scenariosOf(engine: string): string[] {
  const areAllRun = process.env.ENGINES === 'all'
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => basename(name, '.test.ts'))
    .filter((name) => isRun(`test/engines/${name}.test.ts`))
    .filter((name) => areAllRun || engine === 'chromium' || decidedByEngines.has(name))
    .filter((name) => areAllRun || name !== chromiumElsewhere)
}
