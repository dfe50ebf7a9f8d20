import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import {
  type JobHandlers,
  type JobKind,
  jobKinds,
  type LeasedJob,
  LostJob,
  maxAttempts,
} from '../../../service/base/jobs/job.ts'
import { createJobs } from '../../../service/base/jobs/jobs.ts'
import {
  claimJobs,
  enqueueJob,
  enqueueOrRestart,
  finishJob,
  finishJobs,
} from '../../../service/base/jobs/sql.ts'
import { createLog } from '../../../service/base/log.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { forEachDatabase } from '../../support/databases.ts'

const job = { organization: 'acme', kind: 'generate', subject: 'one' } as const
const never = () => new Promise<void>(() => {})

forEachDatabase((database) => {
  let store: OpenDatabase
  beforeAll(async () => {
    store = await openStore(readConfig({ ...(await database.create()), LOG_LEVEL: 'silent' }))
    // These jobs are about nothing that is stored.
    for (const subject of ['content', 'message'])
      await sql`ALTER TABLE job DROP CONSTRAINT ${sql.ref(`job_organization_${subject}_fkey`)}`.execute(
        store.db,
      )
  })
  beforeEach(() => sql`DELETE FROM job`.execute(store.db))
  afterAll(() => store?.close())

  async function enqueue(kind: JobKind, organization: string, host: string, count: number, attempt = 0) {
    const subjects = Array.from({ length: count }, (_, at) => `${host}-${at}`)
    await sql`
      INSERT INTO job (organization, kind, subject, host, run_at, attempt)
      SELECT ${organization}, ${kind}, subject, ${host}, now(), ${attempt}
      FROM unnest(${subjects}::text[]) AS wanted(subject)`.execute(store.db)
  }

  const claim = (id: string) => {
    const wanted = { kind: 'generate', room: 10, perOrganization: 10, perHost: 10, underWay: [] } as const
    return claimJobs(store.db, wanted, { id, seconds: 15 })
  }

  /** Works on all kinds of jobs by this handler until `end` is called, which gives up what does not end. */
  function work(handle: JobHandlers['handle'], giveUp = handle) {
    const jobs = createJobs({ db: store.db, log: createLog('silent'), metrics: new Registry() })
    const kinds = Object.keys(jobKinds) as JobKind[]
    const handlers = kinds.map((kind) => [kind, { handle, giveUp }])
    jobs.start(Object.fromEntries(handlers) as Record<JobKind, JobHandlers>)
    return { jobs, end: () => jobs.finish(AbortSignal.timeout(1)) }
  }

  test('of two replicas that think they own a job, only the one with the lease may end it', async () => {
    await enqueueJob(store.db, job)
    const [first] = (await claim('first')) as [LeasedJob]
    expect(await claim('second')).toEqual([])
    await sql`UPDATE job SET leased_until = leased_until - interval '16 seconds'`.execute(store.db)
    const [second] = (await claim('second')) as [LeasedJob]
    expect(second).toMatchObject({ ...job, lease: 'second', attempt: 2 })
    await expect(finishJob(store.db, first)).rejects.toThrow(LostJob)
    await expect(finishJobs(store.db, [first])).rejects.toThrow(LostJob)
    await finishJob(store.db, second)
    await expect(finishJobs(store.db, [second])).rejects.toThrow(LostJob)
  })

  test('a job that starts over while it is under way is ended by its later run', async () => {
    const ended: string[] = []
    const began: (() => Promise<void>)[] = [
      async () => {
        await enqueueOrRestart(store.db, job)
        jobs.wake('generate')
        // Long enough for the process to claim it again, if it did.
        await wait(300)
      },
    ]
    await enqueueJob(store.db, job)
    const { jobs, end } = work(async (leased) => {
      const run = began.length > 0 ? 'the first' : 'the second'
      await began.pop()?.()
      await finishJob(store.db, leased).then(
        () => ended.push(`${run} ends it`),
        () => ended.push(`${run} has lost it`),
      )
    })
    await expect.poll(() => ended).toEqual(['the first has lost it', 'the second ends it'])
    await end()
  })

  test('500 jobs of one organization that do not end keep no other from beginning, nor does a host that hangs', async () => {
    await enqueue('generate', 'acme', '', 500)
    await enqueue('deliver', 'acme', 'hangs.example', 500)
    await enqueue('deliver', 'acme', 'sound.example', 1)
    const begun: LeasedJob[] = []
    const { jobs, end } = work((leased) => {
      begun.push(leased)
      return never()
    })
    const under = (kind: JobKind, host: string) =>
      begun.filter((each) => each.kind === kind && each.host === host).length
    await expect.poll(() => under('generate', '')).toBe(jobKinds.generate.concurrency / 2)
    await expect.poll(() => under('deliver', 'sound.example')).toBe(1)
    expect(under('deliver', 'hangs.example')).toBe(jobKinds.deliver.perHost)
    await enqueue('generate', 'other', '', 1)
    jobs.wake('generate')
    await expect.poll(() => begun.some(({ organization }) => organization === 'other')).toBe(true)
    await end()
    expect(await sql`SELECT FROM job WHERE lease IS NOT NULL`.execute(store.db)).toMatchObject({ rows: [] })
  })

  test('a job that fails again and again is given up at last', async () => {
    await enqueue('generate', 'acme', '', 1, maxAttempts)
    const { end } = work(
      () => Promise.reject(new Error()),
      (leased) => finishJob(store.db, leased),
    )
    await expect.poll(async () => (await sql`SELECT subject FROM job`.execute(store.db)).rows).toEqual([])
    await end()
  })
})
