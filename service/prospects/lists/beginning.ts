import { unguardCell } from '../../base/words/csv-cell.ts'
import type { Sample } from './contents.ts'
import { hasTooMany, readRecords } from './csv-records.ts'
import type { Entry } from './read-lines.ts'

/** By so many lines and characters the columns of a list are known. Less than what is sent for a preview. */
const someLines = 100
const someCharacters = 32 * 1024

/** Takes the first lines of those that are left, to look at them: `join` puts them back. */
export async function takeBeginning(lines: AsyncGenerator<Entry<string>>): Promise<Entry<string>[]> {
  const taken: Entry<string>[] = []
  let characters = 0
  while (taken.length < someLines && characters < someCharacters) {
    const next = await lines.next()
    if (next.done) break
    taken.push(next.value)
    characters += next.value.value?.length ?? 0
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

/** The rows by which columns are known, without those whose cells stand in wrong columns. */
export async function sampleOf(
  beginning: readonly Entry<string>[],
  { delimiter, titles }: { delimiter: string; titles: readonly string[] },
): Promise<Sample> {
  const width = titles.length
  const sample: string[][] = []
  for await (const { value } of readRecords(join(beginning), delimiter, () => width))
    if (value?.some((cell) => cell.trim() !== '') && !hasTooMany(value, width))
      sample.push(value.map(unguardCell))
  return sample
}
