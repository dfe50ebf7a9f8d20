import { describe, inject } from 'vitest'
// What belongs to the worker is made outside every `describe`.
import '../support/visit.ts'
import { scenariosOf } from './names.ts'

const scenarios = scenariosOf(inject('engine'))

/**
 * Describes every `of`-th scenario from the `part`-th on, as one file: a run starts an engine once for each part, which
 * costs as much as twenty visits.
 */
export async function describeScenarios(part = 0, of = 1): Promise<void> {
  for (const name of scenarios.filter((_, index) => index % of === part))
    describe(name, async () => {
      await import(`./${name}.test.ts`)
    })
}
