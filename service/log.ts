import { type DestinationStream, type Logger, pino } from 'pino'

const longestMessage = 300

/** JSON lines, on standard output unless told otherwise. What is logged is chosen field by field, so that nothing personal gets in. */
export function createLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return pino({ ...options, serializers: { err: describeError } }, to)
}

/** Lines that come while one is being written go out together: a system call for each would halve what a core serves. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false })
}

/**
 * What may be logged of an error: its kind, where it happened, and its message without what stands in quotes and
 * without addresses, because parsers and databases quote what they were given. Its other fields are left out:
 * PostgreSQL's `detail` shows whole rows.
 */
function describeError(error: unknown): {
  type: string
  code?: string
  message: string
  stack?: string
} {
  if (!(error instanceof Error)) return { type: typeof error, message: '' }
  const { code } = error as NodeJS.ErrnoException
  // Lines of the message may look like frames.
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
