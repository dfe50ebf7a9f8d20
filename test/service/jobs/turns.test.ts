import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import { shareOf } from '../../../service/base/fair/fair-share.ts'
import {
  type Job,
  type JobHandlers,
  type JobKind,
  type JobKindRules,
  jobKinds,
  type LeasedJob,
  maxAttempts,
} from '../../../service/base/jobs/job.ts'
import { createJobs } from '../../../service/base/jobs/jobs.ts'
import { finishJob } from '../../../service/base/jobs/sql.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { forADatabase } from '../../support/databases.ts'

/** More than one process works on at once. */
const many = 500

forADatabase((database) => {
  let store: OpenDatabase
  beforeAll(async () => {
    store = await openStore(readConfig({ ...(await database.create()), LOG_LEVEL: 'silent' }))
    // These jobs are about nothing that is stored.
    for (const subject of ['prospect', 'content', 'message'])
      await sql`ALTER TABLE job DROP CONSTRAINT ${sql.ref(`job_organization_${subject}_fkey`)}`.execute(
        store.db,
      )
  })
  beforeEach(() => store.db.deleteFrom('job').execute())
  afterAll(() => store.close())

  const never = () => new Promise<void>(() => {})

  async function enqueue(kind: JobKind, organization: string, host: string, count: number, attempt = 0) {
    const subjects = Array.from({ length: count }, (_, at) => `${host}-${at}`)
    await sql`
      INSERT INTO job (organization, kind, subject, host, run_at, attempt)
      SELECT ${organization}, ${kind}, subject, ${host}, now(), ${attempt}
      FROM unnest(${subjects}::text[]) AS wanted(subject)`.execute(store.db)
  }

  /** Works until `isEnough` says so; what has begun by then and does not end is given up. */
  async function work(handlers: Partial<JobHandlers>, isEnough: (begun: LeasedJob[]) => boolean) {
    const jobs = createJobs({ db: store.db, log: pino({ level: 'silent' }), metrics: new Registry() })
    const begun: LeasedJob[] = []
    const enough = Promise.withResolvers<void>()
    const noted = (handler?: (job: LeasedJob) => Promise<void>) => async (job: LeasedJob) => {
      begun.push(job)
      if (isEnough(begun)) enough.resolve()
      await handler?.(job)
    }
    const each = { handle: noted(handlers.handle), giveUp: noted(handlers.giveUp) }
    jobs.start(
      Object.fromEntries(Object.keys(jobKinds).map((kind) => [kind, each])) as Record<JobKind, JobHandlers>,
    )
    await enough.promise
    const end = new AbortController()
    const finished = jobs.finish(end.signal)
    if (handlers.handle === never) end.abort()
    await finished
    return begun
  }

  const isOf = (organization: string) => (job: Job) => job.organization === organization

  test.each(Object.keys(jobKinds) as JobKind[])(
    'what one organization has waiting, and does not end, keeps no other from beginning: %s',
    async (kind) => {
      const { concurrency, perHost = many }: JobKindRules = jobKinds[kind]
      await enqueue(kind, 'acme', 'hangs.example', many)
      const working = work({ handle: never }, (begun) => begun.some(isOf('other')))
      await expect
        .poll(async () => {
          const { rows } = await sql<{ held: number }>`
            SELECT count(*) AS held FROM job WHERE lease IS NOT NULL`.execute(store.db)
          return rows[0]?.held
        })
        .toBe(Math.min(shareOf(concurrency, 0), perHost))
      await enqueue(kind, 'other', 'sound.example', 1)
      expect(await working).toContainEqual(expect.objectContaining({ organization: 'other' }))
    },
  )

  test('a host that hangs keeps none of the other hosts of its organization waiting', async () => {
    await enqueue('deliver', 'acme', 'hangs.example', many)
    await enqueue('deliver', 'acme', 'sound.example', 1)
    const begun = await work({ handle: never }, (jobs) => jobs.some(({ host }) => host === 'sound.example'))
    const hanging = begun.filter(({ host }) => host === 'hangs.example').length
    expect(hanging).toBeLessThanOrEqual(jobKinds.deliver.perHost)
  })

  test('organizations take turns, whoever was first', async () => {
    await enqueue('generate', 'acme', '', 100)
    await enqueue('generate', 'other', '', 100)
    const end = (job: LeasedJob) => finishJob(store.db, job)
    const begun = await work({ handle: end }, (jobs) => jobs.length === 200)
    const firstHalf = begun.slice(0, 100)
    expect(firstHalf.filter(isOf('other')).length).toBeGreaterThan(25)
    expect(firstHalf.filter(isOf('acme')).length).toBeGreaterThan(25)
  })

  test('a job that fails again and again is given up at last', async () => {
    await enqueue('generate', 'acme', '', 1, maxAttempts)
    const handlers = {
      handle: () => Promise.reject(new Error()),
      giveUp: (job: LeasedJob) => finishJob(store.db, job),
    }
    await work(handlers, (begun) => begun.length === 1)
    expect(await store.db.selectFrom('job').select('subject').execute()).toEqual([])
  })

  test('what is just being claimed when the time to end is over is released too', async () => {
    const found = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const claimed = Promise.withResolvers<void>()
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [row] = result.rows
        if (row && 'attempt' in row) claimed.resolve()
        else if (row && 'subject' in row) {
          found.resolve()
          await goOn.promise
        }
        return result
      },
    })
    await enqueue('generate', 'acme', '', 1)
    const jobs = createJobs({ db, log: pino({ level: 'silent' }), metrics: new Registry() })
    const each: JobHandlers = { handle: never, giveUp: never }
    jobs.start(
      Object.fromEntries(Object.keys(jobKinds).map((kind) => [kind, each])) as Record<JobKind, JobHandlers>,
    )
    await found.promise
    const end = new AbortController()
    const finished = jobs.finish(end.signal)
    end.abort()
    // Long enough to end too early. The one connection of PGlite is taken meanwhile.
    await Promise.race([finished, wait(100)])
    goOn.resolve()
    await Promise.all([finished, claimed.promise])
    expect(await store.db.selectFrom('job').select(['subject', 'lease']).execute()).toEqual([
      { subject: '-0', lease: null },
    ])
  })

  test('a job whose failure could not be stored, or whose claim was not answered, is worked on again', async () => {
    let isAway = false
    const db = store.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('the database is away')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await enqueue('generate', 'acme', '', 1)
    const log = pino({ level: 'silent' })
    const jobs = createJobs({ db, log, metrics: new Registry(), leaseSeconds: 1 })
    const begun: LeasedJob[] = []
    const again = Promise.withResolvers<void>()
    const handle = async (job: LeasedJob) => {
      begun.push(job)
      if (begun.length === 1) {
        await claimUnheard(job.lease)
        isAway = true
        throw new Error('the database is away')
      }
      await finishJob(store.db, job)
      if (begun.length === 3) again.resolve()
    }
    const each: JobHandlers = { handle, giveUp: handle }
    jobs.start(
      Object.fromEntries(Object.keys(jobKinds).map((kind) => [kind, each])) as Record<JobKind, JobHandlers>,
    )
    await expect.poll(() => isAway).toBe(true)
    isAway = false
    await again.promise
    await jobs.finish(new AbortController().signal)
    expect(await store.db.selectFrom('job').select('subject').execute()).toEqual([])
  })

  /** A job that was claimed under this lease, and whose process never heard of it. */
  async function claimUnheard(lease: string): Promise<void> {
    await sql`
      INSERT INTO job (organization, kind, subject, run_at, attempt, lease, leased_until)
      VALUES ('acme', 'generate', 'unheard', now(), 1, ${lease}, now() + interval '1 second')`.execute(
      store.db,
    )
  }
})
