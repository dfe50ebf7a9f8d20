import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../service/base/database/database.ts'
import {
  type JobHandlers,
  type JobKind,
  jobKinds,
  type LeasedJob,
  LostJob,
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

forEachDatabase((database) => {
  let store: OpenDatabase
  beforeAll(async () => {
    store = await openStore(readConfig({ ...(await database.create()), LOG_LEVEL: 'silent' }))
    // The job is about a record that this test does not need.
    await sql`ALTER TABLE job DROP CONSTRAINT job_organization_content_fkey`.execute(store.db)
  })
  afterAll(() => store?.close())

  const claim = (id: string) => claimJobs(store.db, 'generate', [job], { id, seconds: 15 })

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
    const generate: JobHandlers['handle'] = async (leased) => {
      const run = began.length > 0 ? 'the first' : 'the second'
      await began.pop()?.()
      await finishJob(store.db, leased).then(
        () => ended.push(`${run} ends it`),
        () => ended.push(`${run} has lost it`),
      )
    }
    const kinds = Object.keys(jobKinds) as JobKind[]
    const handlers = kinds.map((kind) => [kind, { handle: generate, giveUp: generate }])
    const jobs = createJobs({ db: store.db, log: createLog('silent'), metrics: new Registry() })
    await enqueueJob(store.db, job)
    jobs.start(Object.fromEntries(handlers) as Record<JobKind, JobHandlers>)
    await expect.poll(() => ended).toEqual(['the first has lost it', 'the second ends it'])
    await jobs.finish(new AbortController().signal)
  })
})
