import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { show, showSpread, spreadOf } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { clientOf } from '../support/api.ts'
import { type MotifProcess, startMotif } from '../support/motif-process.ts'
import { templatesDir } from '../support/record.ts'

/** How long the service rests before its memory is read. */
const settleMs = 5000

/** Measures content from created to completed on the embedded database, one and many at once, and the memory afterwards. */
export async function measureCreation({ isQuick }: PartOptions): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-bench-'))
  const environment = { DATA_DIR: join(folder, 'data'), TEMPLATES_DIR: templatesDir }
  try {
    // The very first start creates the database, which takes memory that later starts do not.
    await (await startMotif(environment))[Symbol.asyncDispose]()
    await using motif = await startMotif(environment)
    const prospects = await createProspects(motif, isQuick ? 20 : 1000)
    const alone = await createAlone(motif, prospects.slice(0, isQuick ? 5 : 40))
    const cpuBefore = motif.cpuMs()
    const togetherMs = await createTogether(motif, prospects)
    const cpuMsPerRecord = (motif.cpuMs() - cpuBefore) / prospects.length
    await wait(settleMs)
    return resultOf({ alone, togetherMs, count: prospects.length, cpuMsPerRecord, memory: motif.memory() })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function createProspects(motif: MotifProcess, count: number): Promise<string[]> {
  const client = clientOf(motif)
  const ids = await inParallel(count, 20, async (at) => {
    const additional = { company: `Company ${at}`, industry: 'Wind' }
    return (await client.createProspect({ email: `jane.doe@company-${at}.example`, additional })).id
  })
  await inParallel(count, 20, (at) => client.whenEnriched(ids[at] as string))
  return ids
}

/** Measures from the request until a client that polls every 2 ms sees the content completed. */
async function createAlone(motif: MotifProcess, prospects: string[]): Promise<number[]> {
  const client = clientOf(motif)
  const times: number[] = []
  for (const prospect of prospects) {
    const began = performance.now()
    const { id } = await client.createContent(prospect, 'bench')
    await client.whenCompleted(id, 2)
    times.push(performance.now() - began)
  }
  return times
}

async function createTogether(motif: MotifProcess, prospects: string[]): Promise<number> {
  const client = clientOf(motif)
  const began = performance.now()
  const contents = await inParallel(prospects.length, 50, (at) =>
    client.createContent(prospects[at] as string, 'bench'),
  )
  for (const { id } of contents) await client.whenCompleted(id, 20)
  return performance.now() - began
}

/** Runs a function for 0 to count − 1, `width` at a time. */
async function inParallel<T>(count: number, width: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await run(at)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

interface Creation {
  alone: number[]
  togetherMs: number
  count: number
  cpuMsPerRecord: number
  memory: ReturnType<MotifProcess['memory']>
}

function resultOf(measured: Creation): PartResult {
  const { alone, togetherMs, count, memory } = measured
  const rows = [
    {
      what: 'content created → completed, alone',
      toReach: 'median ≤ 150 ms',
      figures: { Motif: showSpread(spreadOf(alone), 'ms') },
    },
    {
      what: `${count.toLocaleString('en-US')} contents created at once, all completed`,
      toReach: '≤ 15 s',
      figures: { Motif: `${(togetherMs / 1000).toFixed(1)} s` },
    },
    {
      what: 'memory at rest after that, embedded database',
      toReach: '≤ 500 MB',
      figures: { Motif: `${show(memory.nowMb, 'MB')} (highest ${show(memory.highestMb)})` },
    },
  ]
  return { rows, measured, notes: [] }
}
