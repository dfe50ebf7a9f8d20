import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { type Command, readArguments } from '../base/commands/command.ts'
import { fileSize, writeWhole } from '../base/commands/files.ts'
import type { OpenDatabase } from '../base/database/database.ts'
import {
  databaseEntries,
  firstStart,
  isSetUp,
  lockDataDir,
  openPrivateFolder,
} from '../base/database/pglite/data-dir.ts'
import { explainFolder, openStore } from '../base/store.ts'
import { UserError } from '../base/words/errors.ts'

export const backupCommand: Command<{ store: Pick<OpenDatabase, 'db' | 'kind'> }> = {
  name: 'backup',
  usage: 'FILE',
  summary: 'writes the embedded database into a file (tar.gz), as of one moment',
  help: {
    options: { FILE: 'where to; an existing file is replaced once the backup is complete' },
    examples: ['backup motif.tar.gz'],
    notes: ['It contains personal data and secrets. Beside the service, what writes waits until it is done.'],
  },
  needsDatabase: true,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ rooms: { store }, config: { dataDir }, cwd, err, signal }) => {
      if (store.kind === 'postgres')
        throw new UserError('PostgreSQL has its own way: pg_dump --format=custom --file=FILE "$DATABASE_URL"')
      await writeWhole(resolve(cwd, FILE), FILE, (handle) =>
        // Nothing is written while the only connection is taken.
        store.db.connection().execute(async (connection) => {
          await sql`CHECKPOINT`.execute(connection)
          await tar(['-czf', '-', '-C', resolve(dataDir), ...databaseEntries(dataDir)], handle.fd, signal)
        }),
      )
      err(`the database is in ${FILE}; it holds personal data and secrets, keep it safe\n`)
      return 0
    }
  },
}

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE',
  summary: 'fills an empty DATA_DIR from a backup, all of it or nothing',
  help: {
    options: { FILE: 'a file that backup wrote' },
    examples: ['restore motif.tar.gz'],
    notes: ['DATA_DIR may have no database yet, and no service may run on it.'],
  },
  needsDatabase: false,
  prepare(args) {
    const { FILE = '' } = readArguments(args, { positions: ['FILE'] })
    return async ({ config, cwd, err, signal }) => {
      const { databaseUrl, dataDir } = config
      if (databaseUrl)
        throw new UserError('PostgreSQL has its own way: pg_restore --dbname="$DATABASE_URL" FILE')
      if (dataDir === 'memory') throw new UserError('DATA_DIR: memory is kept by the running service alone')
      const file = resolve(cwd, FILE)
      await fileSize(file, FILE)
      openPrivateFolder(dataDir)
      const unlock = lockDataDir(dataDir)
      try {
        if (isSetUp(dataDir))
          throw new UserError(`DATA_DIR: there is a database in ${resolve(dataDir)}: choose an empty folder`)
        await firstStart(dataDir, () => tar(['-xzf', file, '-C', resolve(dataDir)], 'ignore', signal))
      } catch (error) {
        throw error instanceof UserError
          ? error
          : new UserError(`nothing was restored: ${(error as Error).message}`)
      } finally {
        unlock()
      }
      const store = await openStore(config).catch((error) => {
        throw explainFolder(error, config)
      })
      await store.close()
      err('the database is restored\n')
      return 0
    }
  },
}

/** Runs tar, which every system has; a database may be larger than the memory. */
async function tar(args: string[], output: number | 'ignore', signal: AbortSignal): Promise<void> {
  const child = spawn('tar', args, { stdio: ['ignore', output, 'pipe'], signal })
  const errors = child.stderr as Readable
  const [said, [code]] = await Promise.all([text(errors), once(child, 'close')])
  if (code !== 0) throw new UserError(said.trim().split('\n')[0] || 'stopped')
}
