import type { ComponentChildren, InputHTMLAttributes } from 'preact'
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
  inputMode?: 'email'
  autocomplete?: 'email' | 'off'
  spellcheck?: boolean
  placeholder?: string
  /** The id of a `datalist`. */
  list?: string
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
