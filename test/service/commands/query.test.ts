import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openRooms } from '../../../service/motif.ts'
import { runMotif } from '../../../service/run-motif.ts'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { motif } from '../../support/motif.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { type Service, startService } from '../../support/service.ts'

const folders: string[] = []
let environment: Record<string, string>
let service: Service

beforeAll(async () => {
  environment = { DATA_DIR: await createDataDir(folders) }
  await copyEmptyDatabase(environment.DATA_DIR ?? '')
  service = await startService(environment)
})
afterAll(async () => {
  await service?.stop()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

test('an answer of the embedded database that would fill the memory of the service ends, and says why', async () => {
  const sized = (rows: number) => `SELECT n, repeat('x', 100000) AS x FROM generate_series(1, ${rows}) AS n`
  const fits = await motif(['query', sized(250)], environment)
  expect(fits).toMatchObject({ code: 0, stderr: '' })
  expect(fits.stdout.split('\n')).toHaveLength(252)
  expect(await motif(['query', sized(600)], environment)).toMatchObject({
    code: 1,
    stderr: 'the answer goes on, but has 50 MB already: ask for less of it at a time, such as a day\n',
  })
  expect(await motif(['query', 'SELECT 1 AS one'], environment)).toMatchObject({ stdout: 'one\n1\n' })
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
})

test.skipIf(!inject('postgres'))(
  'what a command lists is read in pieces, as its reader takes them, and comes whole',
  async () => {
    const url = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client
      .query(
        `INSERT INTO message (organization, id, url, type, happened_at, body, state)
         SELECT organization, lpad(to_hex(n), 24, '0'), 'https://crm.example/', 'content.completed', now(), '{}', 'dead'
         FROM unnest(ARRAY['acme', 'other']) AS organization, generate_series(1, 1250) AS n`,
      )
      .finally(() => client.end())
    const lists = { 'callbacks list': 2500, 'query SELECT n FROM generate_series(1, 2500) AS n': 2501 }
    for (const [typed, lines] of Object.entries(lists)) {
      const [, first = '', ...rest] = /^(\S+) (.*)$/.exec(typed) ?? []
      const pieces: string[] = []
      const taken = Promise.withResolvers<void>()
      const run = runMotif([first, ...rest], {
        environment: () => ({ DATABASE_URL: url }),
        open: openRooms,
        cwd: tmpdir(),
        isTerminal: false,
        signal: new AbortController().signal,
        out: (text) => {
          pieces.push(text)
          return taken.promise
        },
        err: () => {},
      })
      await expect.poll(() => pieces.length).toBe(1)
      // As long as the reader takes nothing, nothing more is read, however long that is.
      await motif(['query', 'SELECT 1'], { DATABASE_URL: url })
      expect(pieces).toHaveLength(1)
      taken.resolve()
      expect(await run).toBe(0)
      expect(pieces.length).toBeGreaterThan(2)
      const whole = pieces.join('').trimEnd().split('\n')
      expect([whole.length, new Set(whole).size]).toEqual([lines, lines])
    }
  },
)
