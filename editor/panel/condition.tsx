import { useId, useState } from 'preact/hooks'
import { asksValue, inOneLine, isWhole, type ShownCondition, testWords, withTest } from '../cases.ts'
import type { Editing } from '../editing.ts'
import { fieldLabel } from '../field-words.ts'
import { IconButton } from './icon-button.tsx'
import { useTyped } from './use-typed.ts'

interface ConditionProps {
  editing: Editing
  condition: ShownCondition
  /** The fields of all of the case's conditions. */
  used: string[]
  onChange(condition: ShownCondition): void
  onRemove: (() => void) | undefined
}

/** A condition of a case. One that lacks its value can be shown, but changes nothing until it has one. */
export function ConditionRow({ editing, condition, used, onChange, onRemove }: ConditionProps) {
  const id = useId()
  const [typed, setTyped] = useTyped<ShownCondition>(editing)
  const [isLeft, setLeft] = useState(false)
  const shown = typed ?? condition
  const isLacking = isLeft && !isWhole(shown)
  const { fields } = editing.history.template.value
  const offered = [...new Set([...fields, condition.field])].filter(
    (field) => field === condition.field || !used.includes(field),
  )
  const valuesOf = (field: string) => editing.people.value?.fields[field]?.values ?? []

  function change(more: Partial<ShownCondition>) {
    const next = { ...shown, ...more }
    const isAnother = next.field !== shown.field || asksValue(next.test) !== asksValue(shown.test)
    if (isAnother && asksValue(next.test)) next.value = exampleOf(next.test, valuesOf(next.field).slice(0, 1))
    setTyped(next)
    setLeft(false)
    if (isWhole(next)) onChange(asksValue(next.test) ? next : { ...next, value: '' })
  }

  return (
    <div
      class="condition"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget as Node | null)) return
        setLeft(true)
        if (isWhole(shown)) setTyped(undefined)
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
        <ValueField
          condition={shown}
          values={valuesOf(shown.field)}
          help={id}
          isLacking={isLacking}
          onChange={(value) => change({ value })}
        />
      )}
      {onRemove && <IconButton label="Remove this condition" sign="✕" onClick={onRemove} />}
      <div id={id} class={isLacking ? 'problem' : 'quiet'}>
        {helpFor(shown)}
      </div>
    </div>
  )
}

interface ValueFieldProps {
  condition: ShownCondition
  /** The most frequent values, with how many people have each. */
  values: { value: string; people: number }[]
  help: string
  isLacking: boolean
  onChange(value: string): void
}

/** So many values are a list; of more the field proposes what goes with what is typed. */
const mostChosen = 30

function ValueField({ condition, values, help, isLacking, onChange }: ValueFieldProps) {
  const { value, test } = condition
  const isListed = values.some((one) => one.value === value)
  if (test === 'is' && values.length > 0 && values.length <= mostChosen)
    return (
      <select
        aria-label="Value"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {!isListed && <option value={value}>{value}</option>}
        {values.map((one) => (
          <option key={one.value} value={one.value}>
            {`${one.value} (${one.people})`}
          </option>
        ))}
      </select>
    )
  return (
    <>
      <input
        aria-label="Value"
        value={value}
        list={`${help}-values`}
        aria-invalid={isLacking}
        aria-describedby={help}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={`${help}-values`}>
        {test !== 'oneOf' &&
          values.map((one) => <option key={one.value} value={one.value} label={`${one.people}`} />)}
      </datalist>
    </>
  )
}

function exampleOf(test: ShownCondition['test'], values: ValueFieldProps['values']): string {
  return test === 'oneOf' ? inOneLine(values.map(({ value }) => value)) : (values[0]?.value ?? '')
}

function helpFor(shown: ShownCondition): string {
  if (!isWhole(shown)) return 'Write a value, or choose “is not known”.'
  if (shown.test !== 'oneOf') return ''
  return 'Commas between the values. A value with a comma stands in quotes: "Smith, Jones".'
}
