import { type FactField, factFields, type KnownFacts } from '../base/words/prospect.ts'
import { allFrom, type FactSources } from './fact-sources.ts'

/** A part of a prospect that may be replaced: a fact that a source guessed, or a profile that Motif wrote. */
export type Guess = FactField | 'profile'

/** Facts, which of them are guesses, and where each is from. */
export interface GuessedFacts<Facts extends KnownFacts = KnownFacts> {
  facts: Facts
  guessed: ReadonlySet<Guess>
  sources: FactSources
}

/** Facts of one source, some of which it may have guessed. */
export function factsFrom<Facts extends KnownFacts>(
  source: string,
  facts: Facts,
  guesses: Iterable<Guess> = [],
): GuessedFacts<Facts> {
  return { facts, guessed: new Set(guesses), sources: allFrom(source, Object.keys(facts)) }
}

/** Adds what was found to what is known: it fills empty fields, and stated values replace guessed ones. */
export function withFound<Facts extends KnownFacts>(
  known: GuessedFacts<Facts>,
  found: GuessedFacts<Partial<Facts>>,
): GuessedFacts<Facts> {
  const isTaken = (field: keyof Facts) =>
    found.facts[field] !== undefined &&
    (known.facts[field] === undefined ||
      (isGuessed(known.guessed, field) && !isGuessed(found.guessed, field)))
  const taken = (Object.keys(found.facts) as (keyof Facts & string)[]).filter(isTaken)
  const facts = { ...known.facts, ...Object.fromEntries(taken.map((field) => [field, found.facts[field]])) }
  const guessed = new Set(known.guessed)
  for (const field of factFields.filter((each) => taken.includes(each)))
    if (found.guessed.has(field)) guessed.add(field)
    else guessed.delete(field)
  const sources = new Map(known.sources)
  for (const field of taken) sources.set(field, found.sources.get(field) ?? '')
  return { facts, guessed, sources }
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
