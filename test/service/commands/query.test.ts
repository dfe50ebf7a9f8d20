import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { motif } from '../../support/motif.ts'
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
