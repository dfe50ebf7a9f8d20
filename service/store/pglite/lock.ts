import { mkdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { UserError } from '../../model/errors.ts'

/**
 * Locks the folder of the embedded database for this process; a second one gets a UserError. PGlite takes no lock
 * of its own, and two processes on one folder lose rows.
 *
 * An abstract Unix socket named after the folder's device and inode: the kernel frees it however the process ends.
 * Abstract sockets are Linux's; elsewhere the name is that of a file in the folder.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  if (dataDir === 'memory') return async () => {}
  mkdirSync(dataDir, { recursive: true })
  const { dev, ino } = statSync(dataDir)
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new UserError(inUse(dataDir)) : error),
    )
    server.listen(socketName(dev, ino, dataDir), resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

function inUse(dataDir: string): string {
  return `DATA_DIR: ${dataDir} is in use by another Motif process; stop it, or choose another folder`
}

function socketName(dev: number, ino: number, dataDir: string): string {
  if (process.platform === 'linux') return `\0motif-${dev}-${ino}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\motif-${dev}-${ino}`
  return `${dataDir}/lock.sock`
}
