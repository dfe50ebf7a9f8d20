/** Pages of the script that take minutes: `npm test` leaves them out, and `npm run test:long -- script` runs them alone. */
const leftOut = [
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

/** Whether a file of tests is run: `SUITE` is `quick` in `npm test`, `script` for what that leaves out; without it all are. */
export function isRun(file: string): boolean {
  const suite = process.env.SUITE
  return !suite || leftOut.includes(file) === (suite === 'script')
}
