import { readDotEnv } from './config.ts'
import { openRooms } from './motif.ts'
import { runMotif } from './run-motif.ts'

const aborted = new AbortController()
process.once('SIGINT', () => aborted.abort())
process.once('SIGTERM', () => aborted.abort())

process.exitCode = await runMotif(process.argv.slice(2), {
  environment() {
    readDotEnv()
    return process.env
  },
  open: openRooms,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  signal: aborted.signal,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
