import { expect, test } from 'vitest'
import { createFairLimit } from '../../../service/base/fair/fair-limit.ts'
import { createShares } from '../../../service/base/fair/fair-share.ts'
import { chooseJobs } from '../../../service/base/jobs/take-turns.ts'

const nothingUnderWay = (concurrency: number) => ({
  organizations: createShares(concurrency),
  hosts: createShares(),
  lastTurns: new Set<string>(),
})
const jobsOf = (organization: string, count: number, host = '') =>
  Array.from({ length: count }, (_, at) => ({ organization, host, subject: at }))
const countBy = <T>(list: T[], key: (each: T) => string) =>
  Object.fromEntries([...Map.groupBy(list, key)].map(([name, found]) => [name, found.length]))

test('one organization alone leaves a fifth of the places free', () => {
  const chosen = chooseJobs(jobsOf('acme', 100), nothingUnderWay(50), 50)
  expect(chosen).toHaveLength(40)
})

test('two organizations have as much as each other, whatever they have waiting', () => {
  const due = [...jobsOf('acme', 100), ...jobsOf('other', 30)]
  const chosen = chooseJobs(due, nothingUnderWay(50), 50)
  const { acme, other } = countBy(chosen, ({ organization }) => organization)
  expect(acme).toBe(other)
})

test('who had no turn for longest is next', () => {
  const underWay = nothingUnderWay(1)
  const due = ['a', 'b', 'c', 'd'].flatMap((name) => jobsOf(name, 5))
  const turns: string[] = []
  for (let turn = 0; turn < 8; turn++) {
    const [job] = chooseJobs(due, underWay, 1)
    if (!job) throw new Error('nobody has a turn')
    turns.push(job.organization)
    underWay.organizations.add(job.organization, -1)
    underWay.hosts.add(job.host, -1)
  }
  expect(turns.join('')).toBe('abcdabcd')
})

test('no host has more than its limit, and other hosts have their turn', () => {
  const due = [...jobsOf('acme', 30, 'hangs'), ...jobsOf('acme', 3, 'sound'), ...jobsOf('other', 5, 'hangs')]
  const chosen = chooseJobs(due, nothingUnderWay(50), 10)
  expect(countBy(chosen, ({ host }) => host)).toEqual({ hangs: 10, sound: 3 })
})

test('the limit has so much work under way and no more, and keys take turns', async () => {
  const limit = createFairLimit(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (key: string) =>
    limit(key, async () => {
      begun.push(key)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = Promise.all(['a', 'a', 'a', 'b', 'c'].map(work))
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  for (let at = 0; at < 5; at++) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]?.()
  }
  await all
  expect(begun).toEqual(['a', 'b', 'a', 'c', 'a'])
})
