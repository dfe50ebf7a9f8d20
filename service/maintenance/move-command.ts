import { type Command, readArguments } from '../base/commands/command.ts'
import { openStore } from '../base/store.ts'
import { type Config, readConfig } from '../config.ts'
import { readEverything, writeEverything } from './transfer.ts'

/** All users of a machine can read the arguments of its processes. */
const passwordSeen =
  'the password in the address can be read in the list of processes: leave it out, and set PGPASSWORD or PGPASSFILE\n'

export const moveCommand: Command = {
  name: 'move',
  usage: 'postgres://…',
  summary:
    'copies the embedded database into an empty PostgreSQL, password by PGPASSWORD; then set DATABASE_URL',
  help: {
    options: { 'postgres://…': 'an empty database, such as postgres://motif@db.example/motif' },
    examples: ['move postgres://motif@db.example/motif'],
    notes: ['No service may run on the embedded database meanwhile. That stays as it is.'],
  },
  needsDatabase: true,
  alone: true,
  prepare(args) {
    const { URL: url = '' } = readArguments(args, { positions: ['URL'] })
    return async ({ rooms, config, err }) => {
      const { databaseUrl = '' } = targetConfig(config, url)
      if (new URL(databaseUrl).password !== '') err(passwordSeen)
      const target = await openStore({ ...config, databaseUrl }, 'migrate')
      try {
        const rows = await writeEverything(target.longRunning.db, readEverything(rooms.db))
        err(`${rows} rows moved; start the service with DATABASE_URL set to this database from now on\n`)
      } finally {
        await target.close()
      }
      return 0
    }
  },
}

function targetConfig(config: Config, url: string): Config {
  return readConfig({ ...config.env, DATABASE_URL: url })
}
