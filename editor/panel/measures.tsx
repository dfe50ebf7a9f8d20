import { isGoal, measureOf, toggleGoal, toggleMeasure } from '../changes.ts'
import type { Chosen, Editing } from '../editing.ts'
import { measureWords, offeredMeasures } from '../words.ts'

/** What is measured of an element, and whether it is the goal. */
export function Measures({ editing, chosen }: { editing: Editing; chosen: Chosen }) {
  return (
    <fieldset class="kinds measures">
      <legend class="label">What counts</legend>
      {offeredMeasures.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={measureOf(editing, chosen, type) >= 0}
          onClick={() => toggleMeasure(editing, chosen, type)}
        >
          {measureWords[type]}
        </button>
      ))}
      <button
        type="button"
        class="goal"
        aria-pressed={isGoal(editing, chosen)}
        title="What the campaign is for. A template has one."
        onClick={() => toggleGoal(editing, chosen)}
      >
        Goal
      </button>
    </fieldset>
  )
}
