import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

/** What visitors of most pages would notice: Chromium runs it in `npm test`. */
const quick = new Set([
  ...['bridge', 'clicks', 'events', 'html', 'links', 'module', 'policy'],
  ...['routes', 'seen', 'sources', 'stop', 'turbo'],
])

/** In which engines decide what happens: Firefox and WebKit run it in CI. In the others the script's logic decides. */
const elsewhere = new Set([
  ...['bridge', 'clicks', 'events', 'hostile', 'html', 'links'],
  ...['module', 'policy', 'prehide', 'sources', 'stop'],
])

/** The names of the scenarios that an engine runs in this part of the suite. */
export function scenariosOf(engine: string): string[] {
  const names = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => basename(name, '.test.ts'))
  const { SUITE: suite, ENGINES: engines } = process.env
  if (engines === 'all') return names
  const own = engine === 'chromium' ? names : names.filter((name) => elsewhere.has(name))
  const isQuick = (name: string) => engine === 'chromium' && quick.has(name)
  return suite ? own.filter((name) => isQuick(name) === (suite === 'quick')) : own
}

/** With more scenarios than this an engine has two files, for two workers: starting it costs as much as twenty visits. */
const mostInFile = 15

/** The scenarios of an engine in each of its files, `test/engines/scenarios.ts` and `more-scenarios.ts`. */
export function filesOf(engine: string): string[][] {
  const names = scenariosOf(engine)
  const files = Math.min(2, Math.ceil(names.length / mostInFile))
  return Array.from({ length: files }, (_, file) => names.filter((_, at) => at % files === file))
}
