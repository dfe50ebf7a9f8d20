import { existsSync, globSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run build`: builds into `dist/`. With `--changed`, as before a start, it builds only if a source is newer than `dist/`. What
 * building needs is imported only then, so that a start without changes is fast. A production install (`npm ci --omit=dev`) cannot
 * build: it starts what is in `dist/`.
 */
const root = import.meta.dirname
const dist = join(root, 'dist')
/** Its time is that of the newest source that is built. It is written last, so an interrupted build has none. */
const stamp = join(dist, 'built')
/** Everything from which the build is made. */
const sources = [
  '{build,console,design,docs,edge,editor,loader,service,snippet,wire}/**',
  '{build.ts,package.json,package-lock.json,tsconfig.json,LICENSE}',
]

const isIfChanged = process.argv.includes('--changed')
const canBuild = existsSync(join(root, 'node_modules/esbuild'))
const newestSource = findNewestSource()
const isCurrent = existsSync(stamp) && statSync(stamp).mtimeMs >= Math.floor(newestSource.getTime())

if (!canBuild && !(isIfChanged && existsSync(join(dist, 'service/main.js')))) {
  process.stderr.write(
    'this install has no build tools: run npm ci && npm run build, or copy a built dist/ here\n',
  )
  process.exitCode = 1
} else if (canBuild && !(isIfChanged && isCurrent)) {
  if (isIfChanged)
    process.stderr.write('building dist/, because sources have changed or it was never built\n')
  const { buildAll } = await import('./build/all.ts')
  await buildAll(root, dist)
  writeFileSync(stamp, '')
  utimesSync(stamp, newestSource, newestSource)
}

/** When the newest source changed. Folders count, because removing or renaming a file changes its folder. */
function findNewestSource(): Date {
  const paths = sources.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return new Date(Math.max(...paths.map((path) => statSync(join(root, path)).mtimeMs)))
}
