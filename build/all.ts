import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { emptyDatabaseFile } from '../service/base/database/pglite/empty-database.ts'
import { writeBillOfMaterials } from './bill-of-materials.ts'
import { findFormerChunks } from './chunk-history.ts'
import { buildConsole } from './console.ts'
import { buildEdge, buildEdgePackage } from './edge.ts'
import { buildEditor } from './editor.ts'
import { lockFile } from './lock.ts'
import { buildPackage } from './package.ts'
import { buildPageFiles } from './page-files.ts'
import { listFiles, replaceFiles } from './replace-files.ts'
import { buildService } from './service.ts'
import { findNewestSourceMs, putStamp, stampFile } from './stamp.ts'

/**
 * Builds everything: the browser files, the packages, the service as one file, and the empty database for a first start. It builds
 * in a folder beside `dist`. Once all files are complete, each one is moved to its place. The caller must hold the lock.
 */
export async function buildAll(root: string, dist: string): Promise<void> {
  const newestSourceMs = findNewestSourceMs(root)
  const former = await findFormerChunks(dist, new Date())
  const next = `${dist}.next`
  await rm(next, { recursive: true, force: true })
  await mkdir(next)
  try {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    await finishAll([
      makeEmptyDatabase(root),
      buildPageFiles({ root, dist: next, version, former }),
      buildPackage({ root, folder: join(next, 'packages/snippet'), version }),
      buildConsole(root, join(next, 'console')),
      buildEditor(root, next),
      buildEdge(root, next),
      buildEdgePackage({ root, folder: join(next, 'packages/edge'), version }),
      buildService(root, join(next, 'service')),
      writeBillOfMaterials(root, join(next, 'motif.cdx.json')),
    ])
    const kept = [basename(emptyDatabaseFile), lockFile, stampFile, ...Object.keys(former)]
    await replaceFiles({ from: next, to: dist, kept })
    await putStamp(next, dist, { newestSourceMs, files: await listFiles(dist) })
  } finally {
    await rm(next, { recursive: true, force: true })
  }
}

/** Makes the empty database. It goes straight into `dist`, also by a rename, and stays there from build to build. */
async function makeEmptyDatabase(root: string): Promise<void> {
  await once(new Worker(join(root, 'service/base/database/pglite/make-empty-database.ts')), 'exit')
}

/** Waits for all builds, and throws the first error only when none of them writes any more. */
async function finishAll(builds: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(builds)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
