import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '../../../service/campaigns/campaign.ts'
import { openRooms } from '../../../service/motif.ts'
import { runMotif } from '../../../service/run-motif.ts'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { type Service, startService } from '../../support/service.ts'
import { peopleOf } from '../campaigns/support.ts'

const folders: string[] = []
let folder: string
let environment: Record<string, string>
let service: Service

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motif-invite-'))
  folders.push(folder)
  const DATA_DIR = await createDataDir(folders)
  await copyEmptyDatabase(DATA_DIR)
  const TEMPLATES_DIR = resolve('test/fixtures/templates')
  environment = { DATA_DIR, TEMPLATES_DIR, ENRICH: 'email', PUBLIC_URL: 'http://127.0.0.1:4000' }
  service = await startService(environment)
})
afterAll(async () => {
  await service?.stop()
  await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })))
})

/** Types `invite` in the folder; `stopAt` is what has to be read on the terminal for Ctrl-C to be pressed. */
async function invite(args: string[], { isTerminal = false, stopAt = '' } = {}) {
  const ctrlC = new AbortController()
  let [stdout, stderr] = ['', '']
  const code = await runMotif(['invite', ...args, '--organization', 'acme'], {
    environment: () => environment,
    open: openRooms,
    cwd: folder,
    isTerminal,
    signal: ctrlC.signal,
    out: async (text) => {
      stdout += text
      if (stopAt && stdout.includes(stopAt)) ctrlC.abort()
    },
    err: (text) => {
      stderr += text
    },
  })
  return { code, stdout, stderr }
}

async function list(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return name
}

const people = (count: number, company: string) =>
  `E-mail,Company\n${Array.from({ length: count }, (_, at) => `p${at}@${company}.example,${company}\n`).join('')}`

const campaigns = async () =>
  (await service.request<{ campaigns: Campaign[] }>('GET', '/v1/campaigns')).body.campaigns

test('a list becomes a file of links, and typed again the same file', async () => {
  const file = await list('people.csv', `${people(3, 'acme')}nobody,Acme\nP0@acme.example,acme\n`)
  const first = await invite([file, '--template', 'launch', '--out', 'links.csv'])
  expect(first).toMatchObject({ code: 0, stdout: '' })
  expect(first.stderr).toContain('understood: E-mail as email, Company as company\n')
  expect(first.stderr).toContain('line 5: E-mail: is not an e-mail address\n')
  expect(first.stderr).toContain('5 lines read, 3 people; 1 of the lines names somebody again\n')
  expect(first.stderr).toContain('problem: 1 × E-mail: is not an e-mail address\n')
  expect(first.stderr).toContain('people: 3 people invited, 3 pages made; 1 line could not be used\n')
  const links = await readFile(join(folder, 'links.csv'), 'utf8')
  expect(links).toMatch(/^E-mail,Company,link,status,problem\r\np0@acme.example,acme,https:.*,completed,\r\n/)
  expect((await stat(join(folder, 'links.csv'))).mode & 0o777).toBe(0o600)
  expect(first.stderr).not.toContain('made before')
  const again = await invite([file, '--template', 'launch', '--out', 'links.csv'])
  expect(again.code).toBe(0)
  expect(again.stderr).toContain(
    '3 pages made before: if the template has changed since, choose “Update pages”',
  )
  expect(await readFile(join(folder, 'links.csv'), 'utf8')).toBe(links)
  expect(await campaigns()).toHaveLength(1)
})

test('Ctrl-C leaves a campaign that the same command goes on with', async () => {
  const file = await list('many.csv', people(60, 'beta'))
  const args = [file, '--template', 'launch', '--out', 'many-links.csv']
  const stopped = await invite(args, { isTerminal: true, stopAt: ' pages' })
  expect(stopped.code).toBe(130)
  expect(stopped.stderr).toContain('stopped; the campaign many stays, and the same command goes on with it\n')
  await expect(stat(join(folder, 'many-links.csv'))).rejects.toThrow('ENOENT')
  const again = await invite(args, { isTerminal: true })
  expect(again.code).toBe(0)
  expect(again.stderr).toContain('many: 60 people invited, 60 pages made\n')
  const [campaign] = (await campaigns()).filter(({ name }) => name === 'many')
  const places = await peopleOf(service, campaign?.id ?? '', '?limit=1000')
  expect(new Set(places.map(({ link }) => link)).size).toBe(60)
  expect((await campaigns()).filter(({ name }) => name === 'many')).toHaveLength(1)
})

test.each([
  ['a list that nobody understands', ['x|y\n1|2\n', '--out', 'x.csv'], 'are not separated by a comma'],
  [
    'a folder that is not there',
    [people(1, 'one'), '--out', 'nowhere/x.csv'],
    '--out nowhere/x.csv: there is no',
  ],
  ['a folder in the place of a file', [people(1, 'one'), '--out', '.'], '--out .: is a folder'],
] as const)('%s is told in one line, and nothing is written', async (_what, [text, ...args], told) => {
  const file = await list('bad.csv', text)
  const before = (await campaigns()).reduce((sum, campaign) => sum + campaign.people, 0)
  const { code, stderr } = await invite([file, '--template', 'launch', ...args])
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(told) })
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect((await campaigns()).reduce((sum, campaign) => sum + campaign.people, 0)).toBe(before)
})

test('without a service the links are there, and the pages wait for one', async () => {
  await service.stop()
  const file = await list('early.csv', people(2, 'early'))
  const { code, stdout, stderr } = await invite([file, '--template', 'launch'])
  expect(code).toBe(0)
  expect(stdout.match(/,waiting,\r\n/g)).toHaveLength(2)
  expect(stderr).toContain('no service runs on this database: start it, and the pages are made\n')
  // The pages of the list before are made.
  const made = await invite([join(folder, 'two.csv'), '--template', 'launch', '--language', 'en'])
  expect(made.stderr).not.toContain('no service runs')
})
