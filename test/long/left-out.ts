/**
 * What `npm test` leaves to `npm run test:long -- rest`, which CI runs: crashes, waits of many seconds, builds, commands, the
 * demo, the documents, and what the script, the console and the editor do on pages that are out of the ordinary.
 */
const leftOut = [
  ...['data-dir', 'database-away', 'full-disk', 'told-once'].map((name) => `service/durability/${name}`),
  ...['backup', 'invite', 'token'].map((name) => `service/commands/${name}`),
  ...[
    'alerts/alerts',
    'campaigns/lift/example',
    'content/generate',
    'content/writer',
    'events/exactly-once',
    'http/slow-senders',
  ].map((name) => `service/${name}`),
  ...['http/strangers', 'live/live', 'maintenance/maintenance', 'notices/deliver', 'pages/gone-at-once'].map(
    (name) => `service/${name}`,
  ),
  ...['pages/page', 'shutdown', 'store/migrate', 'templates/page-states', 'templates/worker-pool'].map(
    (name) => `service/${name}`,
  ),
  ...['build/build', 'deploy/image', 'package/edge', 'package/package', 'demo-site/demo', 'documents/walk'],
  'pages/more-pages',
  ...['every-screen', 'faults', 'lift', 'template-edits'].map((name) => `browser/console/${name}`),
  ...['cases', 'in-place', 'keeping', 'own', 'pages', 'picking', 'writing'].map((name) => `editor/${name}`),
]

/** What the measuring does on pages out of the ordinary: `npm run test:long -- delivery` alone runs it. */
export const delivery = ['events-matrix', 'events-hostile'].map((name) => `browser/${name}`)

/** Whether a file of tests is run: `SUITE` is `quick` in `npm test`, `rest` for what that leaves out; without it all are. */
export function isRun(file: string): boolean {
  const suite = process.env.SUITE
  if (!suite) return true
  const name = file.replace(/^test\//, '').replace(/\.test\.ts$/, '')
  if (delivery.includes(name)) return false
  return (name.startsWith('browser/events-') || leftOut.includes(name)) === (suite === 'rest')
}
