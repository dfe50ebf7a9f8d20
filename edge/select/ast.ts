/** One condition of a compound selector. */
export type Test =
  | { kind: 'tag'; name: string }
  | { kind: 'id' | 'class'; name: string }
  | { kind: 'attribute'; name: string; operator: Operator; value: string; flag: 'i' | '' }
  | { kind: 'is' | 'not'; list: Complex[] }
  | { kind: 'nth'; a: number; b: number; isOfType: boolean }
  | { kind: 'root' }
  /** A condition that cannot be decided: holds for every element. */
  | { kind: 'any' }

export type Operator = '' | '=' | '~=' | '|=' | '^=' | '$=' | '*='
export type Combinator = ' ' | '>' | '+' | '~'

/** A compound selector, with the combinator and the selector to its left. */
export interface Complex {
  tests: Test[]
  before?: { combinator: Combinator; complex: Complex }
}
