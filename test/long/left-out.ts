/**
 * Crashes, waits of many seconds, builds, the demo, the documents' commands, and what the script, the console and the editor do on
 * pages that are out of the ordinary: `npm test` leaves it out, and `npm run test:long -- rest` runs it alone, as CI does.
 */
const leftOut = [
  ...['data-dir', 'database-away', 'full-disk', 'told-once'].map((name) => `service/durability/${name}`),
  ...[
    'commands/backup',
    'content/generate',
    'events/exactly-once',
    'http/slow-senders',
    'http/strangers',
  ].map((name) => `service/${name}`),
  ...['service/notices/deliver', 'service/shutdown', 'service/templates/worker-pool'],
  ...['build/build', 'deploy/image', 'package/package', 'demo-site/demo', 'documents/walk'],
  ...['browser/console/every-screen', 'browser/console/faults'],
  ...['editor/keeping', 'editor/pages', 'editor/writing'],
]

/** The scenarios of an engine that `npm test` runs: what visitors of most pages would notice. */
const scenarios = new Set([
  ...['clicks', 'events', 'html', 'late', 'links', 'module', 'no-record', 'policy'],
  ...['preview', 'routes', 'selectors', 'sources', 'stop', 'text', 'turbo'],
])

/** Scenarios of pages that nobody was seen to have: `npm run test:long -- engines` alone runs them. */
const imagined = new Set([
  ...[
    'before-follow',
    'beside-own',
    'clobbered',
    'hostile-pages',
    'last-so-far',
    'left-empty',
    'made-of-ours',
  ],
  ...['missing-interfaces', 'misused', 'own-motif', 'page-globals', 'page-goes-on', 'page-made', 'reused'],
  ...['seen-text', 'stop-before-follow', 'stop-exactly'],
])

/** Whether a file of tests is run: `SUITE` is `quick` in `npm test`, `rest` for what that leaves out; without it all are. */
export function isRun(file: string): boolean {
  const suite = process.env.SUITE
  if (!suite) return true
  const name = file.replace(/^test\//, '').replace(/\.test\.ts$/, '')
  const scenario = name.startsWith('engines/') ? name.slice('engines/'.length) : undefined
  if (scenario !== undefined)
    return suite === 'quick' ? scenarios.has(scenario) : !scenarios.has(scenario) && !imagined.has(scenario)
  return (name.startsWith('browser/events-') || leftOut.includes(name)) === (suite === 'rest')
}
