import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createWorkerPool } from '../../../service/base/worker-pool.ts'
import type { FailingOperations } from './failing-worker.ts'

function startPool(bounds: { threads?: number; processorMs?: number; wallMs?: number } = {}) {
  return createWorkerPool<FailingOperations>({
    name: 'tests',
    file: new URL('failing-worker.ts', import.meta.url),
    log: pino({ level: 'silent' }),
    tooMuch: (why) => new Error(`the task ${why}`),
    ...bounds,
  })
}

/** Far more than a thread takes to start. */
const processorMs = 2000

const isBusy = { refusal: 'unavailable', retryAfterSeconds: 5 }

test('a task answers what its operation gives, or says what it throws', async () => {
  const pool = startPool()
  expect(await pool.run('add', 1, 2)).toBe(3)
  await expect(pool.run('refuse')).rejects.toMatchObject({
    refusal: 'invalid-field',
    message: 'no: not this.',
  })
})

test('a task that waits for the machine is not told that it takes too much', async () => {
  const pool = startPool({ processorMs })
  expect(await pool.run('wait', 1600)).toBe('timed-out')
})

test('what takes too much is ended alone, by what it works and not by the clock; those behind it are answered', async () => {
  const pool = startPool({ threads: 1, processorMs })
  const spinning = pool.run('spin')
  const growing = pool.run('grow')
  const exiting = pool.run('exit')
  const sound = pool.run('add', 1, 2)
  await expect(spinning).rejects.toThrow('the task takes more than 2 s of work')
  await expect(growing).rejects.toThrow(/the task takes more than (192 MB of memory|2 s of work)/)
  await expect(exiting).rejects.toMatchObject(isBusy)
  expect(await sound).toBe(3)
})

test('a task that does not come to its end can be tried again, and so can one that finds too many others', async () => {
  const pool = startPool({ threads: 1, wallMs: 1 })
  const late = pool.run('wait', 2 ** 30)
  const asked = Array.from({ length: 501 }, () => pool.run('add', 1, 2))
  await expect(asked.pop()).rejects.toMatchObject(isBusy)
  await expect(late).rejects.toMatchObject(isBusy)
  // Those behind it are done by another thread, as far as the machine has time for them.
  for (const answer of await Promise.allSettled(asked))
    expect(answer.status === 'fulfilled' ? answer.value : answer.reason).toEqual(
      answer.status === 'fulfilled' ? 3 : expect.objectContaining(isBusy),
    )
})
