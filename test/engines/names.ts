import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { isRun } from '../long/left-out.ts'

/**
 * Scenarios in which the script's logic decides, not the engine. Firefox and WebKit run them in `npm run test:long -- engines`
 * only: they take three times as long as all others together.
 */
const chromiumAlone = new Set([
  ...['adoption', 'bare-tags', 'beside-own', 'clicks-before-record', 'clones', 'contested', 'edge-nested'],
  ...[
    'endings',
    'entrance',
    'fights',
    'files-that-fail',
    'frameworks',
    'frameworks-file',
    'hostile-pages',
    'hydration-others',
  ],
  ...[
    'hydration-react',
    'last-so-far',
    'late',
    'late-styles',
    'left-empty',
    'missing-interfaces',
    'misused',
    'no-record',
    'options',
  ],
  ...['pages', 'pictures', 'plain-containers', 'ready', 'selectors', 'split-text', 'stop-exactly'],
  ...[
    'own-events',
    'own-motif',
    'page-globals',
    'page-goes-on',
    'reused',
    'tag',
    'translated',
    'turbo',
    'waits',
  ],
])

/** Dozens of pages each: Firefox and WebKit run them in `npm run test:long -- engines` only. */
const chromiumHere = new Set(['page-made', 'seen-text'])

/** Of which Chromium has more in `test/browser`. All three run it in `npm run test:long -- engines`. */
const chromiumElsewhere = new Set(['console'])

/** The names of the scenarios that an engine runs. */
export function scenariosOf(engine: string): string[] {
  const areAllRun = process.env.ENGINES === 'all'
  const isEverythingRun = engine === 'chromium' || areAllRun
  return readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => basename(name, '.test.ts'))
    .filter((name) => isRun(`test/engines/${name}.test.ts`))
    .filter((name) => isEverythingRun || (!chromiumAlone.has(name) && !chromiumHere.has(name)))
    .filter((name) => areAllRun || !chromiumElsewhere.has(name))
}
