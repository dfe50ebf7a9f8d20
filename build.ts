import { join } from 'node:path'
import { isCurrent } from './build/stamp.ts'

/**
 * `npm run build`: builds into `dist/`. With `--changed`, as before a start, only where a source is newer than `dist/`;
 * then it ends at once, so what is needed to build is loaded only after that is known.
 */
const root = import.meta.dirname
const dist = join(root, 'dist')
const isNeeded = () => !process.argv.includes('--changed') || !isCurrent(root, dist)

if (isNeeded()) {
  const { lockBuild } = await import('./build/lock.ts')
  using _lock = lockBuild(dist)
  // The build that this one waited for may have been the same.
  if (isNeeded()) {
    const { buildAll } = await import('./build/all.ts')
    await buildAll(root, dist)
  }
}
