import { describe, inject } from 'vitest'
// What belongs to the worker is made outside every `describe`.
import '../support/visit.ts'
import { filesOf } from './names.ts'

/** Runs the scenarios that the first or second file of this engine has. */
export function runScenarios(file: 0 | 1): void {
  for (const name of filesOf(inject('engine'))[file] ?? [])
    describe(name, async () => {
      await import(`./${name}.test.ts`)
    })
}
