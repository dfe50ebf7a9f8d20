import { setImmediate as nextTurn } from 'node:timers/promises'

/** One entry of a file, with the number of its first line: its value, or why it cannot be read. A record also has its text. */
export type Entry<T> =
  | { line: number; value: T; problem?: undefined; text?: string }
  | { line: number; value?: undefined; problem: string; text?: string }

const longestLine = 1_000_000
/** After so long others have their turn. */
const turnMs = 10

/** The lines of a text with their numbers, from 1. A line over 1 MB is only reported. */
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

/** By so many lines and characters the columns of a list are known. Less than what is sent for a preview. */
const someLines = 100
const someCharacters = 32 * 1024

/** Takes the first lines, but for blank ones in front, to look at them. `join` puts them back. */
export async function takeBeginning(lines: AsyncGenerator<Entry<string>>): Promise<Entry<string>[]> {
  const taken: Entry<string>[] = []
  let characters = 0
  while (taken.length < someLines && characters < someCharacters) {
    const next = await lines.next()
    if (next.done) break
    const { value = '' } = next.value
    characters += value.length
    if (value.trim() !== '' || taken.some((entry) => entry.value)) taken.push(next.value)
    else if (next.value.problem) taken.push(next.value)
  }
  return taken
}

/** The lines, with those that were taken in front. */
export async function* join(
  taken: readonly Entry<string>[],
  rest?: AsyncGenerator<Entry<string>>,
): AsyncGenerator<Entry<string>> {
  yield* taken
  if (rest) yield* rest
}
