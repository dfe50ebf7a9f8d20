/**
 * What takes minutes, the script's pages, crashes, builds and the demo: `npm test` leaves it out, and `npm run test:long -- rest`
 * runs it alone, as CI does.
 */
const leftOut = [
  ...['data-dir', 'database-away', 'full-disk', 'told-once'].map((name) => `service/durability/${name}`),
  ...['service/events/exactly-once', 'build/build', 'deploy/image', 'package/package', 'demo-site/demo'],
  ...['browser/console/every-screen', 'service/commands/backup', 'service/http/slow-senders'],
]

/** The scenarios of an engine that `npm test` runs: what visitors of most pages would notice. */
const scenarios = new Set([
  ...['clicks', 'events', 'halves', 'html', 'late', 'links', 'module', 'no-record', 'pictures', 'policy'],
  ...['preview', 'ready', 'routes', 'selectors', 'shown-later', 'sources', 'stop', 'text', 'turbo'],
])

/** Whether a file of tests is run: `SUITE` is `quick` in `npm test`, `rest` for what that leaves out; without it all are. */
export function isRun(file: string): boolean {
  const suite = process.env.SUITE
  return !suite || isLeftOut(file) === (suite === 'rest')
}

function isLeftOut(file: string): boolean {
  const name = file.replace(/^test\//, '').replace(/\.test\.ts$/, '')
  if (name.startsWith('engines/')) return !scenarios.has(name.slice('engines/'.length))
  return name.startsWith('browser/events-') || leftOut.includes(name)
}
