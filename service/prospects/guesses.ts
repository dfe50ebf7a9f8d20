import { type FactField, factFields, type KnownFacts } from '../base/words/prospect.ts'

/** A part of a prospect that may be replaced: a fact that a source guessed, or a profile that Motif wrote. */
export type Guess = FactField | 'profile'

/** Facts, and which of them are guesses. */
export interface GuessedFacts<Facts extends KnownFacts = KnownFacts> {
  facts: Facts
  guessed: ReadonlySet<Guess>
}

/**
 * Adds what was found to what is known: it fills empty fields, and stated values replace guessed ones.
 *
 * @param guesses which fields of `found` are guesses
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

/** Reads the `guessed` column of a prospect: `name,company`. */
export function readGuesses(text: string): Set<Guess> {
  return new Set(text.split(',').filter((name) => name !== '') as Guess[])
}

/** The value of the `guessed` column. */
export function writeGuesses(guesses: ReadonlySet<Guess>): string {
  return [...guesses].sort().join(',')
}

function isGuessed(guesses: ReadonlySet<Guess>, field: PropertyKey): boolean {
  return guesses.has(field as Guess)
}
