import type { Readable } from 'node:stream'

/**
 * The lines of a stream of UTF-8, without their ends. Only a line feed ends one: JSON has other signs by which Node.js's own
 * `readline` ends lines (U+2028, U+2029) as they are. Throws what the stream fails by; one that is destroyed just ends.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  input.setEncoding('utf8')
  let rest = ''
  try {
    for await (const part of input as AsyncIterable<string>) {
      const [first = '', ...others] = part.split('\n')
      rest += first
      for (const next of others) {
        yield rest
        rest = next
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
  if (rest) yield rest
}
