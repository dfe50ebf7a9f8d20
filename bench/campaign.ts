import { setTimeout as wait } from 'node:timers/promises'
import { countStatements, onBothDatabases } from '../test/support/postgres.ts'
import { type Motif, startMotif } from './motif.ts'
import { type PartOptions, type PartResult, quantile, show, showSpread } from './report.ts'

/** How long the service rests before its memory is read. */
const settleMs = 5000
/** How often a page asks for its record while a list is worked on, and the bench for how many are completed. */
const pageMs = 20
const lookMs = 500

/** What is measured, in the order of the table. */
const rows = {
  alone: ['content created → completed, alone', 'median ≤ 150 ms'],
  together: ['many contents created at once, all completed', '≤ 15 s for 1,000'],
  accepted: ['a list of people, accepted', '≤ 10 s for 10,000'],
  completed: ['all its records completed', '≤ 120 s embedded, ≤ 30 s PostgreSQL'],
  statements: ['statements a person', '≤ 5'],
  page: ['`GET /p` meanwhile', 'p99 ≤ 50 ms'],
  memory: ['memory meanwhile, at its highest', '≤ 600 MB'],
  rest: ['memory at rest after that', '≤ 500 MB'],
} satisfies Record<string, [what: string, toReach: string]>

type Figures = Partial<Record<keyof typeof rows, string>>

/** Measures content from created to completed on both databases: one, many at once, and a list of people. */
export async function measure({ isQuick }: PartOptions): Promise<PartResult> {
  const sizes = isQuick
    ? { alone: 5, together: 50, people: 300 }
    : { alone: 40, together: 1000, people: 10_000 }
  const measured = await onBothDatabases((environment) => measureOn(environment, sizes))
  return {
    rows: Object.entries(rows).map(([name, [what, toReach]]) => ({
      what,
      toReach,
      figures: Object.fromEntries(
        measured.map(([database, of]) => [database, of[name as keyof typeof rows] ?? '']),
      ),
    })),
    note: `Without a language model, by addresses alone. ${sizes.together} contents, a list of ${sizes.people} people; ${1000 / pageMs} requests of \`/p\` a second meanwhile, each for a record that has to be looked up. Statements are those that reach PostgreSQL.`,
  }
}

type Sizes = Record<'alone' | 'together' | 'people', number>

async function measureOn(environment: { DATABASE_URL?: string }, sizes: Sizes): Promise<Figures> {
  const statements = async () => (environment.DATABASE_URL ? countStatements(environment.DATABASE_URL) : 0)
  await using motif = await startMotif(environment)
  const alone: number[] = []
  const { id: prospect } = await motif.createProspect()
  for (let turn = 0; turn < sizes.alone; turn++)
    alone.push(await timed(async () => motif.whenCompleted((await motif.createContent(prospect)).id, 2)))
  let patterns: string[] = []
  const togetherMs = await timed(async () => {
    patterns = await motif.createRecords(sizes.together)
  })
  const before = await statements()
  motif.forgetHighest()
  const pages = askPages(motif, patterns)
  const list = await importList(motif, sizes.people)
  const pagesMs = await pages.stop()
  const sent = (await statements()) - before
  await wait(settleMs)
  const { now, highest } = motif.memoryMb()
  const seconds = (ms: number) => show(ms / 1000, 's')
  return {
    alone: showSpread(alone, 'ms'),
    together: seconds(togetherMs),
    accepted: seconds(list.acceptedMs),
    completed: seconds(list.completedMs),
    ...(sent > 0 && { statements: show(sent / sizes.people, '') }),
    page: `${show(quantile(pagesMs, 0.5), 'ms')}, p99 ${show(quantile(pagesMs, 0.99), 'ms')}`,
    memory: show(highest, 'MB'),
    rest: show(now, 'MB'),
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
  while (!(await isDone())) await wait(lookMs)
  return { acceptedMs, completedMs: performance.now() - began }
}

/** Asks for records again and again, each pattern in its turn, until it is stopped. Returns how long each took. */
function askPages(motif: Motif, patterns: string[]) {
  const latenciesMs: number[] = []
  let isOver = false
  const asking = (async () => {
    for (let at = 0; !isOver; at++) {
      latenciesMs.push(
        await timed(async () => (await fetch(`${motif.url}/p/${patterns[at % patterns.length]}`)).text()),
      )
      await wait(pageMs)
    }
  })()
  return {
    async stop() {
      isOver = true
      await asking
      return latenciesMs
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
