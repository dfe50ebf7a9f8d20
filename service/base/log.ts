import { type DestinationStream, type Logger, pino } from 'pino'

const longestMessage = 300

/**
 * Creates the log: JSON lines, by default on standard output. Each log call chooses its fields, so that no personal
 * data gets in.
 */
export function createLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino({ ...options, serializers: { err: describeError } }, to)
}

/** Lines that come during a write go out together: a system call for each line would halve the throughput of a core. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false })
}

/**
 * The parts of an error that may be logged: its type, its stack, and its message without quoted text and addresses,
 * because parsers and databases quote their input. Other fields are left out: PostgreSQL's `detail` shows whole rows.
 */
function describeError(error: unknown): {
  type: string
  code?: string
  message: string
  stack?: string
} {
  if (!(error instanceof Error)) return { type: typeof error, message: '' }
  const { code } = error as NodeJS.ErrnoException
  // Lines of the message may look like stack frames.
  const frames = error.stack
    ?.replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...(code === undefined ? {} : { code: String(code) }),
    message: withoutData(error.message),
    ...(frames && { stack: frames.join('\n') }),
  }
}

function withoutData(message: string): string {
  return message
    .replace(/["'`].*["'`]|["'`].*$/s, '…')
    .replace(/\S+/g, (word) => (/.@./.test(word) ? '…' : word.replace(/[\w-]{20,}/g, '…')))
    .slice(0, longestMessage)
}
