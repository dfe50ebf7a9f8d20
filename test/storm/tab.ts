import { type Outcome, runSequence } from './sequence.ts'

declare global {
  interface Window {
    storm(seed: number, runs: number[]): Promise<Outcome[]>
  }
}

/** So many pages are open at once in the tab: with twice as many a slow machine has time for their frames alone. */
const atOnce = 8

/** Runs sequences beside one another, in frames of this page. */
window.storm = async (seed, runs) => {
  const waiting = [...runs]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift())
      outcomes.push(await runSequence(seed, run))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}
