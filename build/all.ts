import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { emptyDatabaseFile } from '../service/base/database/pglite/empty-database.ts'
import { buildConsole } from './console.ts'
import { buildEdge, buildEdgePackage } from './edge.ts'
import { buildEditor } from './editor.ts'
import { buildPackage } from './package.ts'
import { buildPageFiles } from './page-files.ts'
import { buildService } from './service.ts'

/** How long chunks of earlier builds stay: pages with an earlier script in a cache still ask for them. */
const chunksKeptMs = 30 * 86_400_000

/**
 * Builds everything: the browser files, the packages, the service as one file, the bill of materials, and the empty database for a
 * first start. It builds in a folder beside `dist`. Once all files are complete, each one is moved to its place.
 */
export async function buildAll(root: string, dist: string): Promise<void> {
  await mkdir(dist, { recursive: true })
  const next = await mkdtemp(`${dist}.next-`)
  try {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    await finishAll([
      makeEmptyDatabase(root),
      buildPageFiles({ root, dist: next, version }),
      buildPackage({ root, folder: join(next, 'packages/snippet'), version }),
      buildConsole(root, join(next, 'console')),
      buildEditor(root, next),
      buildEdge(root, next),
      buildEdgePackage({ root, folder: join(next, 'packages/edge'), version }),
      buildService(root, join(next, 'service')),
      writeBillOfMaterials(root, join(next, 'motif.cdx.json')),
    ])
    await replaceFiles(next, dist)
  } finally {
    await rm(next, { recursive: true, force: true })
  }
}

/** Makes the empty database. It goes straight into `dist`, also by a rename, and stays there from build to build. */
async function makeEmptyDatabase(root: string): Promise<void> {
  await once(new Worker(join(root, 'build/make-empty-database.ts')), 'exit')
}

/** Lists every package of the lock, as CycloneDX. Those that only build, test, or are bundled for browsers are marked as such. */
async function writeBillOfMaterials(root: string, file: string): Promise<void> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const { stdout } = await promisify(execFile)('npm', [...args, '--workspaces=false'], {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  await writeFile(file, stdout)
}

/** Waits for all builds, and throws the first error only when none of them writes any more. */
async function finishAll(builds: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(builds)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/**
 * Moves all files of a folder into another, each by a rename, so that readers there always find complete files, old or new. Files
 * with new names come first, because replaced files refer to them. What is no longer made is deleted last.
 */
async function replaceFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const [made, before] = await Promise.all([listFiles(from), listFiles(to)])
  const isNew = (name: string) => !before.includes(name)
  for (const name of [...made.filter(isNew), ...made.filter((each) => !isNew(each))]) {
    await mkdir(dirname(join(to, name)), { recursive: true })
    await rename(join(from, name), join(to, name))
  }
  for (const name of before.filter((each) => !made.includes(each)))
    if (!(await isKept(join(to, name), name))) await rm(join(to, name), { force: true })
}

/** Whether a file stays that this build has not made: the empty database, and chunks of the last 30 days. */
async function isKept(path: string, name: string): Promise<boolean> {
  if (name === basename(emptyDatabaseFile)) return true
  const isChunk = /^[a-z-]+-[\w-]{8}\.js$/i.test(name)
  return isChunk && Date.now() - (await stat(path)).mtimeMs < chunksKeptMs
}

/** The files of a folder and its subfolders, as relative paths. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}
