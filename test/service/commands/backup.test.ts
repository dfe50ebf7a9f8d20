import { lstatSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { motif } from '../../support/motif.ts'
import { createDatabase } from '../../support/postgres.ts'
import { type Service, startService } from '../../support/service.ts'
import { fileOf, inviteAll, patternOf, peopleOf } from '../campaigns/support.ts'
import { batchOf, send, view } from '../events/batch.ts'

const folders: string[] = []
let file: string
let environment: { DATA_DIR: string }
/** What the service says of what is stored. */
let before: Awaited<ReturnType<typeof read>>
let moved: Awaited<ReturnType<typeof motif>>
let wanted: { token: string; campaign: string; content: string }

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motif-backup-'))
  folders.push(folder)
  file = join(folder, 'motif.backup')
  environment = { DATA_DIR: await createDataDir(folders) }
  await copyEmptyDatabase(environment.DATA_DIR)
  await using service = await startService(environment)
  // Excel and word processors put this one between lines.
  const { id } = await inviteAll(service, 'email,note\nann@odd.example,"one\u2028two ""Ü"""\n', {
    name: 'Ann',
  })
  const [{ content = '', link } = {}] = await peopleOf(service, id)
  await send(service, batchOf({ pattern: patternOf(link) }, { events: [view(1)] }))
  wanted = { token: service.token, campaign: id, content }
  before = await read(service)
  writeFileSync(file, 'an older one')
  // Beside the running service.
  expect(await motif(['backup', file], environment)).toMatchObject({ code: 0 })
  moved = await motif(['move', 'postgres://127.0.0.1:1/none'], environment)
})
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))

async function read(service: Service) {
  const { token, campaign, content } = wanted
  const own: Service = {
    ...service,
    request: (method, path, options = {}) => service.request(method, path, { token, ...options }),
  }
  const links = await fileOf(own, campaign, 'links.csv')
  return { links, results: (await own.request('GET', `/results/content/${content}`)).body }
}

async function readIn(environment: Record<string, string>) {
  await using service = await startService({ ...environment, MOTIF_TOKENS: '' })
  return await read(service)
}

test('a backup is for its user alone, and brings everything back into an empty folder', async () => {
  expect(lstatSync(file).mode & 0o777).toBe(0o600)
  const fresh = { DATA_DIR: await createDataDir(folders) }
  expect(await motif(['restore', file], fresh)).toMatchObject({ code: 0 })
  expect(before).toMatchObject({ links: expect.stringContaining('ann@odd.example'), results: { visits: 1 } })
  expect(await readIn(fresh)).toEqual(before)
  const again = await motif(['restore', file], fresh)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('choose an empty folder') })
})

test('a restore that cannot be says so in one line, and did nothing', async () => {
  const whole = await readFile(file)
  await writeFile(`${file}.cut`, whole.subarray(0, whole.length - 40))
  const fresh = { DATA_DIR: await createDataDir(folders) }
  for (const path of ['/nowhere/it', resolve('package.json'), `${file}.cut`])
    expect(await motif(['restore', path], fresh)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^.+\n$/),
    })
  expect((await motif(['restore', file], fresh)).code).toBe(0)
})

test.skipIf(!inject('postgres'))('the embedded database moves to PostgreSQL by one command', async () => {
  expect(moved).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it first') })
  const DATABASE_URL = await createDatabase(inject('postgres') ?? '')
  const stopped = await motif(['move', DATABASE_URL], environment, AbortSignal.abort())
  expect(stopped).toMatchObject({ code: 1, stderr: 'nothing was moved: stopped\n' })
  expect(await motif(['move', DATABASE_URL], environment)).toMatchObject({ code: 0 })
  expect(await readIn({ DATABASE_URL })).toEqual(before)
  const backup = await motif(['backup', file], { DATABASE_URL })
  expect(backup).toMatchObject({ code: 1, stderr: expect.stringContaining('pg_dump') })
})
