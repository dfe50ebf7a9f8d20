import { type FactField, factFields, type KnownFacts } from './prospect.ts'

/** What of a prospect may be replaced: facts that a source only guessed, and the profile where Motif wrote it. */
export type Guess = FactField | 'profile'

/** Facts, and which of them are only guessed. */
export interface GuessedFacts<Facts extends KnownFacts = KnownFacts> {
  facts: Facts
  guessed: ReadonlySet<Guess>
}

/**
 * What is known once somebody has told something: it fills what is empty, and what is stated takes the place of what
 * was guessed.
 *
 * @param guesses which fields whoever tells it only guesses
 */
export function withFound<Facts extends KnownFacts>(
  known: GuessedFacts<Facts>,
  found: Partial<Facts>,
  guesses: ReadonlySet<Guess> = new Set(),
): GuessedFacts<Facts> {
  const isTaken = (field: keyof Facts) =>
    found[field] !== undefined &&
    (known.facts[field] === undefined || (isGuessed(known.guessed, field) && !isGuessed(guesses, field)))
  const taken = (Object.keys(found) as (keyof Facts)[]).filter(isTaken)
  const facts = { ...known.facts, ...Object.fromEntries(taken.map((field) => [field, found[field]])) }
  const guessed = new Set(known.guessed)
  for (const field of factFields.filter((each) => taken.includes(each)))
    if (guesses.has(field)) guessed.add(field)
    else guessed.delete(field)
  return { facts, guessed }
}

/** The guesses of a prospect, as its row names them: `name,company`. */
export function readGuesses(text: string): Set<Guess> {
  return new Set(text.split(',').filter((name) => name !== '') as Guess[])
}

/** The text that `readGuesses` reads. */
export function writeGuesses(guesses: ReadonlySet<Guess>): string {
  return [...guesses].sort().join(',')
}

function isGuessed(guesses: ReadonlySet<Guess>, field: PropertyKey): boolean {
  return guesses.has(field as Guess)
}
