import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

/** What visitors of most pages would notice: Chromium runs it in `npm test`. */
const quick = new Set([
  ...['bridge', 'clicks', 'events', 'html', 'links', 'module', 'policy'],
  ...['routes', 'seen', 'sources', 'stop', 'turbo'],
])

/** In which engines decide what happens: Firefox and WebKit run it in `npm test`. In the others the script's logic decides. */
const quickElsewhere = new Set(['bridge', 'html', 'module', 'policy', 'stop'])

/** What these two run in CI as well. */
const elsewhere = new Set(['clicks', 'events', 'hostile', 'links', 'prehide', 'sources'])

/** The names of the scenarios that an engine runs in this part of the suite. */
export function scenariosOf(engine: string): string[] {
  const names = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => basename(name, '.test.ts'))
  const { SUITE: suite, ENGINES: engines } = process.env
  if (engines === 'all') return names
  const isChromium = engine === 'chromium'
  const isQuick = (name: string) => (isChromium ? quick : quickElsewhere).has(name)
  const isRun = (name: string) => isChromium || isQuick(name) || elsewhere.has(name)
  return names.filter((name) => isRun(name) && (!suite || isQuick(name) === (suite === 'quick')))
}

/** With more scenarios than this an engine has two files, for two workers: starting it costs as much as twenty visits. */
const mostInFile = 15

/** The scenarios of an engine in each of its files, `test/engines/scenarios.ts` and `more-scenarios.ts`. */
export function filesOf(engine: string): string[][] {
  const names = scenariosOf(engine)
  const files = names.length > mostInFile ? 2 : 1
  return Array.from({ length: files }, (_, file) => names.filter((_, at) => at % files === file))
}
