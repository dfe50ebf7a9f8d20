import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe } from 'vitest'
// What belongs to the worker is made outside every `describe`.
import '../support/visit.ts'
import { isEverythingRun } from './everything.ts'

/**
 * Scenarios of logic that no engine changes: Firefox and WebKit run them in `npm run test:engines` only, because they
 * take as long as all others together.
 */
const sameInEveryEngine = new Set([
  ...['adoption', 'bare-tags', 'clones', 'endings', 'entrance', 'fights', 'frameworks', 'frameworks-file'],
  'hostile-pages',
  ...['hydration-others', 'missing-interfaces', 'no-record', 'options', 'pages', 'plain-containers', 'ready'],
  ...['split-text', 'stop-exactly', 'turbo'],
])

const scenarios = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => basename(name, '.test.ts'))
  .filter((name) => isEverythingRun || !sameInEveryEngine.has(name))

/** Every scenario, as one file: a run starts an engine once, which costs as much as twenty visits. */
for (const name of scenarios)
  describe(name, async () => {
    await import(`./${name}.test.ts`)
  })
