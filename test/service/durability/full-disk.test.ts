import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyEmptyDatabase } from '../../support/embedded.ts'
import { motif } from '../../support/motif.ts'
import { type Service, startService } from '../../support/service.ts'
import { createCampaign, sendList } from '../campaigns/support.ts'
import { written } from '../campaigns/workbooks.ts'

/** A small disk in memory; only root may mount one. */
function mountDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'motif-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

const canMount = (() => {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'motif-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
    return true
  } catch {
    return false
  }
})()

/** Fills a disk, and gives what empties it again. */
function fill(disk: string): () => void {
  const file = join(disk, 'full')
  const piece = Buffer.alloc(1024 * 1024)
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' })
  } catch {
    return () => rmSync(file)
  }
}

test.skipIf(!canMount)('a start on a full disk ends with one line that says so', async () => {
  const disk = mountDisk(20)
  const start = startService({ DATABASE_URL: '', DATA_DIR: join(disk, 'data') })
  await expect(start).rejects.toThrow(
    new RegExp(
      `^The service ended \\(1\\) before it listened:\\nDATA_DIR: no space left on the disk of ${disk}/data\\n$`,
    ),
  )
})

test.skipIf(!canMount)(
  'on a disk that is full the service is not ready, until there is space again',
  async () => {
    const disk = mountDisk(400)
    await using service = await startService({ DATABASE_URL: '', DATA_DIR: join(disk, 'data') })
    const ready = async () => (await fetch(`${service.url}/readyz`)).status
    expect(await ready()).toBe(200)
    const empty = fill(disk)
    await expect.poll(ready).toBe(503)
    empty()
    await expect.poll(ready).toBe(200)
  },
)

test.skipIf(!canMount)('a list for which there is no space is 503, and is taken once there is', async () => {
  const disk = mountDisk(4)
  await using service = await startService({ TMPDIR: disk })
  const { id } = await createCampaign(service)
  const empty = fill(disk)
  const list = `email,note\nada@acme.example,${'long '.repeat(1000)}\n`
  const refused = await sendList(service, id, list)
  expect(refused).toMatchObject({ status: 503, body: { error: 50300 } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  empty()
  expect((await sendList(service, id, list)).status).toBe(202)

  const rows = Array.from({ length: 30_000 }, (_, at) => [`p${at}@acme.example`, 'long '.repeat(40)])
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const workbook = written([['email', 'note'], ...rows])
  const unpacked = await service.request('POST', `/v1/campaigns/${id}/people`, {
    body: workbook,
    headers: { 'content-type': type },
  })
  expect(unpacked).toMatchObject({ status: 503, body: { error: 50300 } })
})

test('a list that is larger than a file may become is 503 too', async () => {
  await using service = await startService()
  const { id } = await createCampaign(service)
  const list = `email,note\nada@acme.example,${'long '.repeat(1000)}\n`
  limitFiles(service, '4096')
  expect(await sendList(service, id, list)).toMatchObject({ status: 503, body: { error: 50300 } })
  limitFiles(service, 'unlimited')
  expect((await sendList(service, id, list)).status).toBe(202)
})

/** Limits how many bytes a file of the service may have. */
function limitFiles({ pid }: Service, bytes: string): void {
  execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`])
}

test.skipIf(!canMount)('links for which there is no space leave the file as it was', async () => {
  const disk = mountDisk(2)
  const folder = mkdtempSync(join(tmpdir(), 'motif-invite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const environment = { DATA_DIR: join(folder, 'data') }
  await copyEmptyDatabase(environment.DATA_DIR)
  await using _service = await startService(environment)
  const [few = '', many = ''] = [10, 120].map((people) => {
    const lines = Array.from({ length: people }, (_, at) => `p${at}@acme.example\n`)
    const list = join(disk, `${people}.csv`)
    writeFileSync(list, `email\n${lines.join('')}`)
    return list
  })
  const out = join(disk, 'links.csv')
  const names = ['--template', 'launch', '--organization', 'acme', '--name', 'Spring']
  const invite = (list: string) => motif(['invite', list, ...names, '--out', out], environment)
  expect(await invite(few)).toMatchObject({ code: 0 })
  const links = readFileSync(out, 'utf8')
  fill(disk)
  expect(await invite(many)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/links\.csv was not written: ENOSPC/),
  })
  expect(readFileSync(out, 'utf8')).toBe(links)
  expect(readdirSync(disk).sort()).toEqual(['10.csv', '120.csv', 'full', 'links.csv'])
})
