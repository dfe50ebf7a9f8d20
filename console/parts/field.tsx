import type { ComponentChildren } from 'preact'
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
