import { lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { motif, motifProcess } from '../../support/motif.ts'
import { createDatabase, emptyDatabase } from '../../support/postgres.ts'
import { type Service, startService } from '../../support/service.ts'
import {
  createCampaign,
  fileOf,
  inviteAll,
  peopleOf,
  sendList,
  untilCompleted,
} from '../campaigns/support.ts'

const folders: string[] = []
/** A file of more than 64 bytes is refused, as by a disk that is full. */
const fullDisk = ['prlimit', '--fsize=64']
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
  const additional = {
    name: 'Zoë "Ümlaut"\\',
    notes: 'line\nline\ttab',
    // Excel and word processors put these two between lines.
    lines: 'one\u2028two\u2029three\u0085four\rfive',
    list: [1.5, null, { z: 1, a: 2 }],
  }
  const body = { email: 'zoe@acme.example', additional }
  const made = await service.request<{ id: string }>('POST', '/v1/prospects', { body })
  const id = made.body.id
  const enriched = async () =>
    (await service.request<{ status: string }[]>('GET', `/v1/prospects/${id}`)).body
  while ((await enriched())[0]?.status !== 'enriched') await wait(50)
  const campaign = await createCampaign(service, { control: 40 })
  const groups = await groupsAfter(service, campaign.id, 'first')
  const odd = await inviteAll(service, 'email,note\nann@odd.example,one\u2028two\n', { name: 'Ann\u2029Bo' })
  const named = await namedIn(service, odd.id)
  const moved = await motif(['move', 'postgres://127.0.0.1:1/none'], environment)
  const attacked = await attack(service, environment)
  for (const user of ['ann\u2028bo', 'last'])
    expect((await service.request('POST', '/v1/tokens', { body: { user } })).status).toBe(200)
  const listed = await motif(['token', 'list'], environment)
  const prospect = await enriched()
  return {
    environment,
    token: service.token,
    id,
    prospect,
    campaign: campaign.id,
    groups,
    odd: odd.id,
    named,
    moved,
    attacked,
    listed,
  }
}

/** The name of a campaign, and its list with the links. */
async function namedIn(service: Service, id: string): Promise<{ name: string; list: string }> {
  const { name } = (await service.request<{ name: string }>('GET', `/v1/campaigns/${id}`)).body
  return { name, list: await fileOf(service, id, 'links.csv') }
}

/** Invites somebody of each of 20 companies; returns each company with the groups of all its people so far. */
async function groupsAfter(service: Service, campaign: string, name: string): Promise<string[]> {
  const emails = Array.from({ length: 20 }, (_, at) => `${name}@company-${at}.example`)
  expect((await sendList(service, campaign, `email\n${emails.join('\n')}\n`)).status).toBe(202)
  await untilCompleted(service, campaign)
  const people = await peopleOf(service, campaign, '?limit=1000')
  const groups = people.map(({ email, group }) => `${email?.split('@')[1]} ${group}`)
  return [...new Set(groups)].sort()
}

/**
 * The same with colleagues of theirs, in a database that was brought elsewhere: each company has stayed on its side. Before that, the
 * campaign whose texts have separators of lines in them.
 */
async function colleaguesIn(environment: Record<string, string>, { token, campaign, odd }: typeof filled) {
  await using service = await startService({ ...environment, MOTIF_TOKENS: '' })
  const request: Service['request'] = (method, path, options = {}) =>
    service.request(method, path, { token, ...options })
  const named = await namedIn({ ...service, request }, odd)
  return { named, groups: await groupsAfter({ ...service, request }, campaign, 'colleague') }
}

/** What a service says to commands and clients that could end it, and whether it serves after each. */
async function attack(service: Service, environment: { DATA_DIR: string }) {
  const isServing = async () => (await service.request('GET', '/readyz')).status === 200
  const lost = await motif(['backup', '/nowhere/motif.backup'], environment)
  const afterLost = await isServing()
  const garbage = [
    'garbage\n',
    'null\n',
    '{"argv":7}\n',
    '{"argv":["backup"]}\n',
    '\u0000\n',
    'x'.repeat(2 ** 21),
  ]
  for (const text of garbage) await sendToSocket(join(environment.DATA_DIR, 'control.sock'), text)
  return { lost, afterLost, afterGarbage: await isServing() }
}

/** Resolves once the service has closed the connection. */
function sendToSocket(path: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(path).on('error', () => {})
    socket
      .on('close', () => resolve())
      .resume()
      .write(text)
  })
}

async function prospectIn(environment: Record<string, string>, { token, id }: { token: string; id: string }) {
  await using service = await startService({ ...environment, MOTIF_TOKENS: '' })
  return (await service.request('GET', `/v1/prospects/${id}`, { token })).body
}

test('a backup brings everything back into an empty folder, tokens and the groups of companies included', async () => {
  const fresh = { DATA_DIR: await createDataDir(folders) }
  expect(await motif(['restore', file], fresh)).toMatchObject({ code: 0 })
  expect(await prospectIn(fresh, filled)).toEqual(filled.prospect)
  expect(filled.groups).toHaveLength(20)
  expect(filled.named).toEqual({ name: 'Ann\u2029Bo', list: expect.stringContaining('one\u2028two') })
  expect(await colleaguesIn(fresh, filled)).toEqual({ named: filled.named, groups: filled.groups })
  expect(await motif(['restore', file], fresh)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('empty'),
  })
})

test('a restore that cannot be says in one line that it did nothing, and did nothing', async () => {
  const whole = await readFile(file)
  await writeFile(`${file}.cut`, whole.subarray(0, whole.length - 40))
  const fresh = { DATA_DIR: await createDataDir(folders) }
  await copyEmptyDatabase(fresh.DATA_DIR)

  for (const [path, why] of [
    ['/nowhere/it', 'no such file'],
    ['/dev/null', 'unexpected end'],
    [resolve('package.json'), 'incorrect header'],
    [`${file}.cut`, 'unexpected end'],
  ] as const)
    expect(await motif(['restore', path], fresh)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^nothing of ${path} was restored: .*${why}.*\n$`)),
    })
  expect((await motif(['token', 'list'], fresh)).stdout).toBe('')
})

test('Ctrl-C ends a restore, which then has restored nothing', async () => {
  const fresh = { DATA_DIR: await createDataDir(folders) }
  await copyEmptyDatabase(fresh.DATA_DIR)
  expect(await motif(['restore', file], fresh, AbortSignal.abort())).toMatchObject({
    code: 1,
    stderr: `nothing of ${file} was restored: stopped\n`,
  })
  expect((await motif(['token', 'list'], fresh)).stdout).toBe('')
})

test('a backup into a missing folder, and garbage on the socket, end no service', () => {
  expect(filled.attacked).toEqual({
    lost: {
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^\/nowhere\/motif.backup cannot be written: .*\n$/),
    },
    afterLost: true,
    afterGarbage: true,
  })
})

test('a running service lists its tokens to the end, whatever separators of lines are in their names', () => {
  expect(filled.listed).toMatchObject({ code: 0, stderr: '' })
  expect(filled.listed.stdout).toMatch(/ ann.bo\b/su)
  expect(filled.listed.stdout).toMatch(/ last\b/)
})

test('a backup writes into nothing that lies there already, and is for its user alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motif-trap-'))
  folders.push(folder)
  const target = join(folder, 'target')
  const wanted = join(folder, 'motif.backup')
  writeFileSync(target, 'untouched')
  symlinkSync(target, `${wanted}.part`)
  symlinkSync(target, wanted)
  expect(await motif(['backup', wanted], filled.environment)).toMatchObject({ code: 0 })
  expect(readFileSync(target, 'utf8')).toBe('untouched')
  expect(lstatSync(wanted).isFile()).toBe(true)
  expect(lstatSync(wanted).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['motif.backup', 'motif.backup.part', 'target'])
})

describe.skipIf(!inject('postgres'))('on PostgreSQL', () => {
  test('the embedded database moves by one command, and nothing is lost; Ctrl-C ends one, which then has moved nothing', async () => {
    const DATABASE_URL = await createDatabase(inject('postgres') ?? '')
    expect(await motif(['move', DATABASE_URL], filled.environment, AbortSignal.abort())).toMatchObject({
      code: 1,
      stderr: 'nothing was moved: stopped\n',
    })
    expect(await motif(['move', DATABASE_URL], filled.environment)).toMatchObject({ code: 0 })
    expect(await prospectIn({ DATABASE_URL }, filled)).toEqual(filled.prospect)
    expect(await colleaguesIn({ DATABASE_URL }, filled)).toEqual({
      named: filled.named,
      groups: filled.groups,
    })
  })

  test('a backup onto a full disk is told in one line, and leaves nothing there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'motif-full-'))
    folders.push(folder)
    const DATABASE_URL = await createDatabase(inject('postgres') ?? '', { template: emptyDatabase })
    const run = () => motifProcess(['backup', join(folder, 'motif.backup')], { DATABASE_URL }, fullDisk)
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ was not written: EFBIG.*\n$/),
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('a password in the arguments of a move is warned of, and one from the environment is not', async () => {
    const url = new URL(inject('postgres') ?? '')
    const refused = async (password: string) => {
      url.password = password
      url.pathname = '/none'
      return (await motif(['move', url.href], filled.environment)).stderr
    }
    expect(await refused('secret')).toMatch(/^the password .* PGPASSWORD/)
    expect(await refused('')).not.toContain('PGPASSWORD')
  })
})

test('a move is refused while the service runs on the embedded database', () => {
  expect(filled.moved).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it first') })
})
