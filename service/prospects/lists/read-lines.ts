import { createReadStream } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { encodingOf } from './encoding.ts'

/**
 * One entry of a file, with the number of its first line: its value, or why it cannot be read. A record also has its
 * text.
 */
export type Entry<T> =
  | { line: number; value: T; problem?: undefined; text?: string }
  | { line: number; value?: undefined; problem: string; text?: string }

const longestLine = 1_000_000
/** After so long others have their turn. */
const turnMs = 10

/** The text of a file without its byte order mark: UTF-16 as `encodingOf` says, else UTF-8. */
export async function* readText(path: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    decoder ??= new TextDecoder(encodingOf(chunk))
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

/**
 * The lines of a text with their numbers, from 1. A line over 1 MB is only reported. Between lines others have their turns,
 * whatever becomes of the lines: what reads them may leave out any number.
 */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Entry<string>> {
  let line = 0
  let rest = ''
  let isTooLong = false
  let began = performance.now()
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const each of lines) {
      if (performance.now() - began > turnMs) {
        await nextTurn()
        began = performance.now()
      }
      yield isTooLong ? { line: ++line, problem: 'longer than 1 MB' } : { line: ++line, value: each }
      isTooLong = false
    }
    if (rest.length > longestLine) {
      isTooLong = true
      rest = ''
    }
  }
  if (isTooLong) yield { line: ++line, problem: 'longer than 1 MB' }
  else if (rest) yield { line: ++line, value: rest }
}
