import { type DestinationStream, type Logger, pino } from 'pino'

const longestMessage = 300

/** Creates the log: JSON lines. Each log call chooses its fields, so that no personal data gets in. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  // Lines that come during a write go out together: a system call for each line would halve the throughput of a core.
  const output = to ?? pino.destination({ dest: 1, sync: false })
  return pino({ ...options, serializers: { err: describeError } }, output)
}

/** The parts of an error that may be logged. Parsers and databases quote their input, and PostgreSQL's `detail` shows whole rows. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: '' }
  const { code } = error as NodeJS.ErrnoException
  const message = error.message
    .replace(/["'`].*["'`]|["'`].*$/s, '…')
    .replace(/\S+/g, (word) => (/.@./.test(word) ? '…' : word.replace(/[\w-]{20,}/g, '…')))
    .slice(0, longestMessage)
  // Lines of the message may look like stack frames.
  const stack = error.stack
    ?.replace(error.message, '')
    .match(/^\s+at .*$/gm)
    ?.join('\n')
  return {
    type: error.name,
    ...(code !== undefined && { code: String(code) }),
    message,
    ...(stack && { stack }),
  }
}
