import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Chunks that are no longer of the newest build, and since when, as ISO dates. */
export type FormerChunks = Record<string, string>

interface ChunkHistory {
  /** Chunks of the newest build. */
  current: string[]
  former: FormerChunks
}

/** Pages that have the script of an earlier build in a cache ask for its chunks so long. */
const keptDays = 30
const dayMs = 86_400_000

/** The file in `dist/` that says which chunks are there. */
export const historyFile = 'chunks.json'

/** The chunks that the next build has to leave in `dist`: of the build before, and of earlier ones for 30 days more. */
export async function findFormerChunks(dist: string, now: Date): Promise<FormerChunks> {
  const { current, former } = await readHistory(dist)
  const oldest = now.getTime() - keptDays * dayMs
  return {
    ...Object.fromEntries(Object.entries(former).filter(([, since]) => Date.parse(since) >= oldest)),
    ...Object.fromEntries(current.map((name) => [name, now.toISOString()])),
  }
}

/** Writes down for the next build which chunks are there. */
export async function writeChunkHistory(
  dist: string,
  current: string[],
  before: FormerChunks,
): Promise<void> {
  const former = Object.fromEntries(Object.entries(before).filter(([name]) => !current.includes(name)))
  const history: ChunkHistory = { current, former }
  await writeFile(join(dist, historyFile), `${JSON.stringify(history, undefined, 2)}\n`)
}

/** Empty where nothing is built, or where it cannot be read. */
async function readHistory(dist: string): Promise<ChunkHistory> {
  try {
    return JSON.parse(await readFile(join(dist, historyFile), 'utf8')) as ChunkHistory
  } catch {
    return { current: [], former: {} }
  }
}
