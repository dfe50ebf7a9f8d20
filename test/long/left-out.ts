/**
 * What takes minutes, the script's pages, crashes, builds and the demo: `npm test` leaves it out, and `npm run test:long -- rest`
 * runs it alone, as CI does.
 */
const leftOut = [
  ...['data-dir', 'database-away', 'full-disk', 'told-once'].map((name) => `service/durability/${name}`),
  ...['service/events/exactly-once', 'build/build', 'deploy/image', 'package/package', 'demo-site/demo'],
  ...['consent', 'delivery', 'duration', 'hostile', 'leave', 'matrix', 'spool', 'view'].map(
    (name) => `browser/events-${name}`,
  ),
  ...[
    ...['adoption', 'bare-tags', 'before-follow', 'curtain', 'edge-film', 'edge-nested', 'editor', 'endings'],
    ...['entrance', 'fights', 'files-that-fail', 'frameworks', 'hostile', 'hostile-pages'],
    ...['hydration-others', 'hydration-react', 'made-of-ours', 'missing-interfaces', 'options', 'own-motif'],
    ...['page-globals', 'page-made', 'pages', 'prehide', 'refused-later', 'stop-before-follow', 'waits'],
  ].map((name) => `engines/${name}`),
].map((name) => `test/${name}.test.ts`)

/** Whether a file of tests is run: `SUITE` is `quick` in `npm test`, `rest` for what that leaves out; without it all are. */
export function isRun(file: string): boolean {
  const suite = process.env.SUITE
  return !suite || leftOut.includes(file) === (suite === 'rest')
}
