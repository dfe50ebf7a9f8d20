import type { Entry } from '../../prospects/lists/read-lines.ts'

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
