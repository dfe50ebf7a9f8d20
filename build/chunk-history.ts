import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Chunks of earlier builds, each with the ISO date since when it is no longer current. */
export type FormerChunks = Record<string, string>

interface ChunkHistory {
  /** Chunks of the newest build. */
  current: string[]
  former: FormerChunks
}

/** How long chunks of earlier builds stay: pages with an earlier script in a cache still request them. */
const keptDays = 30
const dayMs = 86_400_000

/** The file in `dist/` that lists the chunks. */
export const historyFile = 'chunks.json'

/** The chunks that the next build must keep in `dist`: those of the last build, and those of earlier ones for 30 days. */
export async function findFormerChunks(dist: string, now: Date): Promise<FormerChunks> {
  const { current, former } = await readHistory(dist)
  const oldest = now.getTime() - keptDays * dayMs
  return {
    ...Object.fromEntries(Object.entries(former).filter(([, since]) => Date.parse(since) >= oldest)),
    ...Object.fromEntries(current.map((name) => [name, now.toISOString()])),
  }
}

/** Writes the list of chunks, for the next build. */
export async function writeChunkHistory(
  dist: string,
  current: string[],
  before: FormerChunks,
): Promise<void> {
  const former = Object.fromEntries(Object.entries(before).filter(([name]) => !current.includes(name)))
  const history: ChunkHistory = { current, former }
  await writeFile(join(dist, historyFile), `${JSON.stringify(history, undefined, 2)}\n`)
}

/** Reads the list; empty if there is none, or if it cannot be read. */
async function readHistory(dist: string): Promise<ChunkHistory> {
  try {
    return JSON.parse(await readFile(join(dist, historyFile), 'utf8')) as ChunkHistory
  } catch {
    return { current: [], former: {} }
  }
}
