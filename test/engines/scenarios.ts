import { describe, inject } from 'vitest'
// What belongs to the worker is made outside every `describe`.
import '../support/visit.ts'
import { scenariosOf } from './names.ts'

/** All scenarios of an engine as one file: so a run starts the engine once, which costs as much as twenty visits. */
for (const name of scenariosOf(inject('engine')))
  describe(name, async () => {
    await import(`./${name}.test.ts`)
  })
