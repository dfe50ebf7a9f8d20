import { chanceOf } from './chance.ts'
import { finish, settle, watchFrames } from './judge.ts'
import { beginLife } from './life.ts'
import { takeStep } from './steps.ts'

/** What a sequence found wrong, and what was done until then. */
export interface Finding {
  run: number
  wrong: string
  steps: string[]
}

/** Whether a sequence ended well, and what it asked for. */
export interface Outcome {
  finding?: Finding
  /** Patterns of which nothing may have been measured. */
  unmeasured: string[]
}

/** Runs the sequence of a number; the same seed gives the same one. */
export async function runSequence(seed: number, run: number): Promise<Outcome> {
  const life = await beginLife(chanceOf(seed * 7919 + run), run)
  const end = watchFrames(life)
  try {
    const steps = 8 + life.chance.below(20)
    for (let step = 0; step < steps && life.wrong.length === 0; step++) await takeStep(life)
    if (life.wrong.length === 0) await settle(life)
    if (life.wrong.length === 0) await finish(life)
  } catch (error) {
    life.wrong.push(`the storm itself: ${(error as Error).stack}`)
  }
  end()
  life.page.close()
  life.mirror.close()
  const unmeasured = life.mayMeasure ? [] : life.patterns
  const [wrong] = life.wrong
  return wrong === undefined ? { unmeasured } : { unmeasured, finding: { run, wrong, steps: life.steps } }
}
