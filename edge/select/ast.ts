/** What a compound selector asks of one element. */
export type Test =
  | { kind: 'tag'; name: string }
  | { kind: 'id' | 'class'; name: string }
  | { kind: 'attribute'; name: string; operator: Operator; value: string; flag: 'i' | 's' | '' }
  | { kind: 'is' | 'not'; list: Complex[] }
  | { kind: 'nth'; a: number; b: number; isOfType: boolean }
  | { kind: 'root' }
  /** What is not decided. */
  | { kind: 'any' }

export type Operator = '' | '=' | '~=' | '|=' | '^=' | '$=' | '*='
export type Combinator = ' ' | '>' | '+' | '~'

/** A compound, and what stands before it. */
export interface Complex {
  tests: Test[]
  before?: { combinator: Combinator; complex: Complex }
}
