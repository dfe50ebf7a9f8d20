import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isCurrent } from './build/stamp.ts'

/**
 * `npm run build`: builds into `dist/`. With `--changed`, as before a start, it builds only if a source is newer than `dist/`. What
 * building needs is imported only then, so that a start without changes is fast. A production install (`npm ci --omit=dev`) cannot
 * build: it starts what is in `dist/`.
 */
const root = import.meta.dirname
const dist = join(root, 'dist')
const isIfChanged = process.argv.includes('--changed')
const isNeeded = () => !isIfChanged || !isCurrent(root, dist)
const canBuild = existsSync(join(root, 'node_modules/esbuild'))
const isBuilt = existsSync(join(dist, 'service/main.js'))

if (!canBuild && !(isIfChanged && isBuilt)) {
  process.stderr.write(
    'this install has no build tools: run npm ci && npm run build, or copy a built dist/ here\n',
  )
  process.exitCode = 1
} else if (canBuild && isNeeded()) {
  const { lockBuild } = await import('./build/lock.ts')
  using _lock = lockBuild(dist)
  // Another build may have done the work while this one waited for the lock.
  if (isNeeded()) {
    if (isIfChanged)
      process.stderr.write('building dist/, because sources have changed or it was never built\n')
    const { buildAll } = await import('./build/all.ts')
    await buildAll(root, dist)
  }
}
