import type { Readable } from 'node:stream'

/**
 * Reads a stream of UTF-8 line by line, without the line feeds. Unlike Node.js's `readline` it does not split at U+2028 and
 * U+2029, which JSON leaves unescaped. Throws the error of a stream that fails; a destroyed stream just ends.
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
