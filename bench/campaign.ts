import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Motif, startMotif } from './motif.ts'
import { type PartOptions, type PartResult, show, showSpread } from './report.ts'

/** How long the service rests before its memory is read. */
const settleMs = 5000

/** Measures content from created to completed on the embedded database: one, many at once, and a list of people. */
export async function measure({ isQuick }: PartOptions): Promise<PartResult> {
  const folder = mkdtempSync(join(tmpdir(), 'motif-bench-'))
  const environment = { DATA_DIR: join(folder, 'data') }
  try {
    // The very first start creates the database, which takes memory that later starts do not.
    await (await startMotif(environment))[Symbol.asyncDispose]()
    await using motif = await startMotif(environment)
    const alone: number[] = []
    const { id: prospect } = await motif.createProspect()
    for (let turn = 0; turn < (isQuick ? 5 : 40); turn++)
      alone.push(await timed(async () => motif.whenCompleted((await motif.createContent(prospect)).id, 2)))
    const together = isQuick ? 50 : 1000
    const togetherMs = await timed(() => motif.createRecords(together))
    const people = isQuick ? 100 : 10_000
    const list = await importList(motif, people)
    await wait(settleMs)
    const { now, highest } = motif.memoryMb()
    const row = (what: string, toReach: string, Motif: string) => ({ what, toReach, figures: { Motif } })
    const seconds = (ms: number) => show(ms / 1000, 's')
    return {
      rows: [
        row('content created → completed, alone', 'median ≤ 150 ms', showSpread(alone, 'ms')),
        row(`${show(together, 'contents')} created at once, all completed`, '≤ 15 s', seconds(togetherMs)),
        row(`a list of ${show(people, 'people')}, accepted`, '≤ 10 s', seconds(list.acceptedMs)),
        row('all its records completed', '≤ 120 s', seconds(list.completedMs)),
        row('memory at rest after that', '≤ 500 MB', `${show(now, 'MB')} (highest ${show(highest, '')})`),
      ],
      note: 'Without a language model, on the embedded database.',
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importList(motif: Motif, people: number) {
  const campaign = { name: 'Bench', template: 'bench', language: 'en' }
  const { id } = await motif.request<{ id: string }>('POST', '/campaigns', campaign)
  const lines = Array.from({ length: people }, (_, at) => `jane.doe@company-${at}.example,Company ${at},Wind`)
  const began = performance.now()
  const acceptedMs = await timed(() =>
    motif.request('POST', `/campaigns/${id}/people`, ['E-mail,Company,Industry', ...lines].join('\n')),
  )
  const isDone = async () =>
    (await motif.request<{ completed: number }>('GET', `/campaigns/${id}`)).completed === people
  while (!(await isDone())) await wait(100)
  return { acceptedMs, completedMs: performance.now() - began }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
