/**
 * What `npm test` leaves to `npm run test:long -- rest`, which CI runs: crashes, waits of many seconds, builds, commands, the
 * demo, the documents, other engines, and what the script, the console and the editor do on pages that are out of the ordinary.
 */
const service = `
  assistants/conformance durability/data-dir durability/database-away durability/full-disk durability/told-once commands/backup
  commands/invite commands/token alerts/alerts campaigns/lift/example campaigns/making campaigns/pictures content/generate
  content/not-written content/writer events/exactly-once http/slow-senders http/strangers live/live maintenance/maintenance
  notices/deliver connections/hubspot connections/hubspot-client pages/gone-at-once pages/page shutdown store/migrate templates/page-states templates/worker-pool`
const leftOut = [
  ...service
    .trim()
    .split(/\s+/)
    .map((name) => `service/${name}`),
  ...['build/build', 'deploy/image', 'package/edge', 'package/package', 'demo-site/demo', 'documents/walk'],
  'pages/more-pages',
  ...['every-screen', 'faults', 'lift', 'looks', 'template-edits'].map((name) => `browser/console/${name}`),
  ...['cases', 'in-place', 'keeping', 'own', 'pages', 'picking', 'writing'].map((name) => `editor/${name}`),
]

/** Ways to leave a page, by chance: `npm run test:long -- delivery` alone runs it. */
export const delivery = ['browser/events-matrix']

/** Whether a file of tests is run: `SUITE` is `quick` in `npm test`, `rest` for what that leaves out; without it all are. */
export function isRun(file: string): boolean {
  const suite = process.env.SUITE
  if (!suite) return true
  const name = file.replace(/^test\//, '').replace(/\.test\.ts$/, '')
  if (delivery.includes(name)) return false
  return (name.startsWith('browser/events-') || leftOut.includes(name)) === (suite === 'rest')
}
