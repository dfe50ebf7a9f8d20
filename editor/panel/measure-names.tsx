import { useId, useState } from 'preact/hooks'
import type { AnalyticsType } from '../../wire/event.ts'
import { measureOf, nameProblem, renameMeasure } from '../changes.ts'
import type { Chosen, Editing } from '../editing.ts'
import { measureWords, offeredMeasures } from '../words.ts'

/** The names of an element's measures in results. Shows nothing if nothing is measured. */
export function MeasureNames({ editing, chosen }: { editing: Editing; chosen: Chosen }) {
  const types = offeredMeasures.filter((type) => measureOf(editing, chosen, type) >= 0)
  if (types.length === 0) return null
  const names = types.map((type) => nameOf(editing, measureOf(editing, chosen, type)))
  return (
    <details>
      <summary>Called {names.map((name) => `“${name}”`).join(' and ')} in results</summary>
      <div class="fields names">
        {types.map((type) => (
          <MeasureName
            key={`${chosen.selector} ${type}`}
            editing={editing}
            type={type}
            index={measureOf(editing, chosen, type)}
          />
        ))}
        <div class="quiet">What was counted under another name stays under that.</div>
      </div>
    </details>
  )
}

function nameOf(editing: Editing, index: number): string {
  return editing.history.template.value.analytics[index]?.id ?? ''
}

interface MeasureNameProps {
  editing: Editing
  type: AnalyticsType
  index: number
}

/** The name of a measure. An invalid name, or another measure's, can be typed, but changes nothing until it is valid. */
function MeasureName({ editing, type, index }: MeasureNameProps) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const problem = typed === undefined ? undefined : nameProblem(editing, index, typed)

  function write(text: string) {
    const isName = nameProblem(editing, index, text) === undefined
    setTyped(isName ? undefined : text)
    if (isName) renameMeasure(editing, index, text)
  }

  return (
    <div class="field">
      <label for={id}>{measureWords[type]}: name in results</label>
      <input
        id={id}
        value={typed ?? nameOf(editing, index)}
        spellcheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-help`}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onBlur={() => {
          setTyped(undefined)
          editing.history.settle()
        }}
      />
      <div id={`${id}-help`} class="problem">
        {problem}
      </div>
    </div>
  )
}
