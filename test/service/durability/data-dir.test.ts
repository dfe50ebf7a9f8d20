import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPrivateFolder } from '../../../service/base/database/pglite/data-dir.ts'
import { createDataDir } from '../../support/databases.ts'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { motif } from '../../support/motif.ts'
import { startService } from '../../support/service.ts'

const folders: string[] = []
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'motif-lock-'))
  folders.push(folder)
  return folder
}

/** A network, a process table and users of its own, as a container has them; nothing where that is not allowed. */
const container = isAllowed(['unshare', '--user', '--map-root-user', '--net', '--pid', '--fork', 'true'])
  ? ['unshare', '--user', '--map-root-user', '--net', '--pid', '--fork', '--kill-child']
  : []
if (container.length === 0)
  console.warn('this machine allows no namespaces: DATA_DIR is locked against plain processes only')

function isAllowed([command = '', ...args]: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What a process in its own container says when it locks the folder, and the process. */
async function lockElsewhere(folder: string, around = container): Promise<[string, ChildProcess]> {
  const holder = resolve('test/service/durability/hold-lock.ts')
  const [command = '', ...args] = [...around, process.execPath, holder, folder]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return [said.toString().trim(), child]
}

const modesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .concat(folder)
    .filter((path) => !lstatSync(path).isSymbolicLink())
    .map((path) => ({ path, mode: lstatSync(path).mode & 0o777, isFolder: lstatSync(path).isDirectory() }))

const openToOthers = (folder: string) =>
  modesIn(folder).filter(({ mode, isFolder }) => mode !== (isFolder ? 0o700 : 0o600))

test('nobody else can read a file of DATA_DIR, and a process in another container stays out, after a kill too', async () => {
  const dataDir = await createDataDir(folders)
  await copyEmptyDatabase(dataDir)
  for (const { path, isFolder } of modesIn(dataDir)) chmodSync(path, isFolder ? 0o755 : 0o666)
  const foreign = join(newFolder(), 'foreign')
  writeFileSync(foreign, '', { mode: 0o644 })
  chmodSync(foreign, 0o644)
  symlinkSync(foreign, join(dataDir, 'link'))

  const environment = { DATA_DIR: dataDir }
  const killed = await startService(environment)
  await killed.stop('SIGKILL')
  // PostgreSQL recovers: it opens and closes every file that it sees.
  await using service = await startService(environment)
  const inUse = `DATA_DIR: ${dataDir} is in use by another Motif process; stop it, or choose another folder`
  expect((await lockElsewhere(dataDir))[0]).toBe(inUse)
  expect((await lockElsewhere(dataDir, []))[0]).toBe(inUse)
  expect(await service.request('POST', '/v1/prospects', { body: { email: 'a@b.example' } })).toMatchObject({
    status: 200,
  })
  expect(openToOthers(dataDir)).toEqual([])
  expect(lstatSync(foreign).mode & 0o777).toBe(0o644)
})

test('what else is in DATA_DIR stays as it is: at a first start, and after one that was interrupted', async () => {
  const dataDir = await createDataDir(folders)
  const demo = join(dataDir, 'demo')
  mkdirSync(demo, { recursive: true })
  const kept = join(demo, 'demo.json')
  writeFileSync(kept, 'kept')
  chmodSync(kept, 0o644)
  const backup = join(dataDir, 'pg_backup')
  writeFileSync(backup, 'kept')
  const server = createServer().listen(join(demo, 'control.sock'))
  await once(server, 'listening')
  // As a first start leaves it that ended half-way.
  writeFileSync(join(dataDir, 'motif-first-start'), '')
  writeFileSync(join(dataDir, 'PG_VERSION'), '')
  mkdirSync(join(dataDir, 'base'))
  writeFileSync(join(dataDir, 'base', 'torn'), '')
  try {
    for (const _start of [1, 2]) {
      await using service = await startService({ DATA_DIR: dataDir })
      expect((await service.request('GET', '/v1/templates')).status).toBe(200)
    }
  } finally {
    server.close()
  }
  for (const file of [kept, backup]) expect(readFileSync(file, 'utf8')).toBe('kept')
  expect(lstatSync(kept).mode & 0o777).toBe(0o644)
  expect(readdirSync(join(dataDir, 'base'))).not.toContain('torn')
  expect(readdirSync(dataDir)).not.toContain('motif-first-start')
})

test('a database that cannot be opened is told in one line', async () => {
  const dataDir = await createDataDir(folders)
  await copyEmptyDatabase(dataDir)
  writeFileSync(join(dataDir, 'global', 'pg_control'), 'torn')
  const said = new RegExp(
    `^DATA_DIR: the database in ${dataDir} cannot be opened \\(.*\\): it is not whole, or .*\\n$`,
  )
  const failed = await startService({ DATA_DIR: dataDir }).catch((error: Error) => error.message)
  expect(String(failed).replace('The service ended (1) before it listened:\n', '')).toMatch(said)
  const told = await motif(['token', 'list'], { DATA_DIR: dataDir })
  expect(told).toMatchObject({ code: 1, stderr: expect.stringMatching(said) })
})

test('a folder of another user is refused, and one behind a link is made private', () => {
  const isRoot = process.getuid?.() === 0
  const foreign = isRoot ? newFolder() : '/'
  if (isRoot) chownSync(foreign, 65534, 65534)
  expect(() => openPrivateFolder(foreign)).toThrow(/^DATA_DIR: .* belongs to the user \d+, and this is \d+/)

  const folder = newFolder()
  chmodSync(folder, 0o755)
  symlinkSync(folder, join(newFolder(), 'link'))
  openPrivateFolder(join(folders.at(-1) ?? '', 'link'))
  expect(lstatSync(folder).mode & 0o777).toBe(0o700)
})
