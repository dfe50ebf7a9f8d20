import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { motif } from '../../support/motif.ts'
import { createDatabase } from '../../support/postgres.ts'
import { startService } from '../../support/service.ts'

const folders: string[] = []
/** A whole backup of what is filled. */
let file: string
let filled: Awaited<ReturnType<typeof filledDatabase>>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motif-transfer-'))
  folders.push(folder)
  file = join(folder, 'motif.backup')
  filled = await filledDatabase()
  expect(await motif(['backup', file], filled.environment)).toMatchObject({ code: 0 })
})
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))

/** An embedded database with a prospect of every kind of text in it, and how a move ended while it was in use. */
async function filledDatabase() {
  const environment = { DATA_DIR: await createDataDir(folders) }
  await copyEmptyDatabase(environment.DATA_DIR)
  await using service = await startService(environment)
  const additional = { name: 'Zoë "Ümlaut"\\', notes: 'line\nline\ttab', list: [1.5, null, { z: 1, a: 2 }] }
  const body = { email: 'zoe@acme.example', additional }
  const made = await service.request<{ id: string }>('POST', '/v1/prospects', { body })
  const id = made.body.id
  const enriched = async () =>
    (await service.request<{ status: string }[]>('GET', `/v1/prospects/${id}`)).body
  while ((await enriched())[0]?.status !== 'enriched') await wait(50)
  const moved = await motif(['move', 'postgres://127.0.0.1:1/none'], environment)
  return { environment, token: service.token, id, prospect: await enriched(), moved }
}

async function prospectIn(environment: Record<string, string>, { token, id }: { token: string; id: string }) {
  await using service = await startService({ ...environment, MOTIF_TOKENS: '' })
  return (await service.request('GET', `/v1/prospects/${id}`, { token })).body
}

test('a backup brings everything back into an empty folder, tokens included', async () => {
  const fresh = { DATA_DIR: await createDataDir(folders) }
  expect(await motif(['restore', file], fresh)).toMatchObject({ code: 0 })
  expect(await prospectIn(fresh, filled)).toEqual(filled.prospect)
  expect(await motif(['restore', file], fresh)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('empty'),
  })
})

test('a backup that was cut off restores nothing', async () => {
  const whole = await readFile(file)
  await writeFile(`${file}.cut`, whole.subarray(0, whole.length - 40))

  const fresh = { DATA_DIR: await createDataDir(folders) }
  expect(await motif(['restore', `${file}.cut`], fresh)).toMatchObject({ code: 1 })
  expect((await motif(['token', 'list'], fresh)).stdout).toBe('')
})

describe.skipIf(!inject('postgres'))('on PostgreSQL', () => {
  test('the embedded database moves by one command, and nothing is lost', async () => {
    const DATABASE_URL = await createDatabase(inject('postgres') ?? '')
    expect(await motif(['move', DATABASE_URL], filled.environment)).toMatchObject({ code: 0 })
    expect(await prospectIn({ DATABASE_URL }, filled)).toEqual(filled.prospect)
  })
})

test('a move is refused while the service runs on the embedded database', () => {
  expect(filled.moved).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it first') })
})
