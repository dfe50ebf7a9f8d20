import type { ComponentChildren, InputHTMLAttributes, SelectHTMLAttributes, TargetedEvent } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  label: string
  help?: ComponentChildren
  problem?: string | undefined
  /** Renders the control. `tie` connects it to its label, help and problem. */
  children: (tie: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ComponentChildren
}

/** A control with its label above, and its help or problem below. */
export function Field({ label, help, problem, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-help`, 'aria-invalid': Boolean(problem) })}
      <p id={`${id}-help`} class={problem ? 'problem' : 'quiet'}>
        {problem ?? help}
      </p>
    </div>
  )
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  value: string | number
  onInput: (typed: string) => void
  type?: 'email' | 'number' | 'password' | 'text' | 'url'
  autocomplete?: 'email' | 'off'
  spellcheck?: boolean
  placeholder?: string
  /** The id of a `datalist`. */
  list?: string
  maxLength?: number
  min?: number
  max?: number
}

/** A field for a line of text. */
export function TextField({ label, help, problem, type = 'text', onInput, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, help, problem }}>
      {(tie) => {
        // Preact has one type of attributes for each type of input.
        const attributes = { ...tie, ...input, type } as InputHTMLAttributes<HTMLInputElement>
        return <input {...attributes} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      }}
    </Field>
  )
}

interface SelectProps<Value extends string>
  extends Pick<SelectHTMLAttributes<HTMLSelectElement>, 'aria-label' | 'disabled' | 'id'> {
  value: Value
  /** Titles by value. */
  options: Readonly<Record<Value, string>>
  onChange: (chosen: Value) => void
}

/** A choice of one value. */
export function Select<Value extends string>({ options, onChange, ...select }: SelectProps<Value>) {
  return (
    <select {...select} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
      {Object.entries<string>(options).map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  )
}

/** The same with its label above, and its help below. */
export function SelectField<Value extends string>({
  label,
  help,
  ...select
}: SelectProps<Value> & Pick<FieldProps, 'label' | 'help'>) {
  return <Field {...{ label, help }}>{(tie) => <Select {...tie} {...select} />}</Field>
}

/** Options that are called what they are. */
export function byName<Value extends string>(values: readonly Value[]): Record<Value, string> {
  return Object.fromEntries<string>(values.map((value) => [value, value])) as Record<Value, string>
}

interface CheckProps {
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
  children: ComponentChildren
}

/** A box to tick, with its words beside it. */
export function Check({ isOn, isDisabled, onChange, children }: CheckProps) {
  const change = ({ currentTarget: { checked } }: TargetedEvent<HTMLInputElement>) => onChange(checked)
  return (
    <label class="check">
      <input type="checkbox" checked={isOn} disabled={isDisabled} onChange={change} />
      <span>{children}</span>
    </label>
  )
}

interface ChecksProps<Value extends string> {
  label: string
  /** Words by value. */
  options: Readonly<Record<Value, string>>
  chosen: Value[]
  onChange: (chosen: Value[]) => void
  children?: ComponentChildren
}

/** A choice of several values. */
export function Checks<Value extends string>({
  label,
  options,
  chosen,
  onChange,
  children,
}: ChecksProps<Value>) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {(Object.keys(options) as Value[]).map((value) => (
        <Check
          key={value}
          isOn={chosen.includes(value)}
          onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))}
        >
          {options[value]}
        </Check>
      ))}
      {children}
    </fieldset>
  )
}
