import { type Config, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { readEverything, type TransferLine, writeEverything } from '../store/transfer.ts'
import { type Command, readArguments } from './command.ts'

export const moveCommand: Command = {
  name: 'move',
  usage: 'postgres://…',
  summary: 'copies the embedded database into an empty PostgreSQL; then set DATABASE_URL',
  needsDatabase: true,
  alone: true,
  prepare(args) {
    const { URL = '' } = readArguments(args, { positions: ['URL'] })
    return async ({ rooms, config, open, err }) => {
      const target = await open(targetConfig(config, URL), createLog('error', process.stderr), 'migrate')
      try {
        const rows = await writeEverything(
          target.db,
          toLines((write) => readEverything(rooms.db, write)),
        )
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

/** Turns a producer that awaits each write into an iterable: one line is under way at a time. */
async function* toLines(
  produce: (write: (line: TransferLine) => Promise<void>) => Promise<unknown>,
): AsyncGenerator<TransferLine> {
  const stream = new TransformStream<TransferLine, TransferLine>()
  const writer = stream.writable.getWriter()
  const produced = produce((line) => writer.write(line)).then(
    () => writer.close(),
    (error) => writer.abort(error),
  )
  yield* stream.readable
  await produced
}
