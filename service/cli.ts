import { writeWhenTaken } from './base/commands/command.ts'
import { readDotEnv } from './config.ts'
import { openRooms } from './motif.ts'
import { runMotif } from './run-motif.ts'

const aborted = new AbortController()
process.once('SIGINT', () => aborted.abort())
process.once('SIGTERM', () => aborted.abort())
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read it has gone, as `head` does, or the disk is full. The command ends as after Ctrl-C, not in the
    // middle of something.
    aborted.abort()
    const isTold = process.exitCode === 1
    if (error.code === 'EPIPE' || isTold) return
    process.exitCode = 1
    if (output === process.stdout) process.stderr.write(`the output could not be written: ${error.message}\n`)
  })

const exit = await runMotif(process.argv.slice(2), {
  environment() {
    readDotEnv()
    return process.env
  },
  open: openRooms,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY === true,
  signal: aborted.signal,
  out: (text) => writeWhenTaken(process.stdout, text, aborted.signal),
  err: (text) => void process.stderr.write(text),
})
process.exitCode ??= exit
