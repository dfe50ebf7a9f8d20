import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../../support/service.ts'

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
