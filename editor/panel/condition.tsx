import { useId } from 'preact/hooks'
import { asksValue, inOneLine, isWhole, type ShownCondition, testWords, withTest } from '../cases.ts'
import type { Editing } from '../editing.ts'
import { fieldLabel } from '../field-words.ts'
import { useTyped } from './use-typed.ts'

interface ConditionProps {
  editing: Editing
  condition: ShownCondition
  /** The fields of the case's other conditions. */
  taken: string[]
  onChange(condition: ShownCondition): void
  onRemove: (() => void) | undefined
}

/** A condition of a case. One that lacks its value can be shown, but changes nothing until it has one. */
export function ConditionRow({ editing, condition, taken, onChange, onRemove }: ConditionProps) {
  const id = useId()
  const [typed, setTyped] = useTyped<ShownCondition>(editing)
  const shown = typed ?? condition
  const { fields } = editing.history.template.value
  const offered = [...new Set([...fields, condition.field])].filter((field) => !taken.includes(field))
  const examples = editing.people.value?.fields[shown.field]?.examples ?? []

  function change(more: Partial<ShownCondition>) {
    const next = { ...shown, ...more }
    const isAnother = next.field !== shown.field || asksValue(next.test) !== asksValue(shown.test)
    if (isAnother && asksValue(next.test))
      next.value = next.field === shown.field ? exampleOf(next.test, examples.slice(0, 1)) : ''
    setTyped(next)
    if (isWhole(next)) onChange(asksValue(next.test) ? next : { ...next, value: '' })
  }

  return (
    <div
      class="condition"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setTyped(undefined)
      }}
    >
      <select
        aria-label="Field"
        value={shown.field}
        onChange={({ currentTarget }) => change({ field: currentTarget.value })}
      >
        {offered.map((field) => (
          <option key={field} value={field}>
            {fieldLabel(field)}
          </option>
        ))}
      </select>
      <select
        aria-label="Condition"
        value={shown.test}
        onChange={({ currentTarget }) =>
          change(withTest(shown, currentTarget.value as ShownCondition['test']))
        }
      >
        {Object.entries(testWords).map(([test, words]) => (
          <option key={test} value={test}>
            {words}
          </option>
        ))}
      </select>
      {asksValue(shown.test) && (
        <input
          aria-label="Value"
          value={shown.value}
          aria-invalid={!isWhole(shown)}
          aria-describedby={id}
          placeholder={exampleOf(shown.test, examples) || 'Retail'}
          onInput={({ currentTarget }) => change({ value: currentTarget.value })}
        />
      )}
      {onRemove && (
        <button
          type="button"
          class="icon"
          aria-label="Remove this condition"
          title="Remove"
          onClick={onRemove}
        >
          ✕
        </button>
      )}
      <div id={id} class={isWhole(shown) ? 'quiet' : 'problem'}>
        {helpFor(shown)}
      </div>
    </div>
  )
}

function exampleOf(test: ShownCondition['test'], examples: string[]): string {
  return test === 'oneOf' ? inOneLine(examples) : (examples[0] ?? '')
}

function helpFor(shown: ShownCondition): string {
  if (!isWhole(shown)) return 'Write a value, or choose “is not known”.'
  return shown.test === 'oneOf'
    ? 'Commas between the values. A value with a comma stands in quotes: "Smith, Jones".'
    : ''
}
