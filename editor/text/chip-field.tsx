import { useId } from 'preact/hooks'
import type { EditorPeople } from '../../wire/editor.ts'
import { fieldNoun } from '../field-words.ts'
import { chipAt, setFallback } from './chip-dom.ts'
import { ChipPalette } from './chip-palette.tsx'
import { useWriting } from './use-writing.ts'

export interface ChipFieldProps {
  label: string
  /** Liquid. */
  value: string
  /** Names of the fields that can be inserted as chips. */
  fields: string[]
  people: EditorPeople | undefined
  language: string
  onChange(value: string): void
  /** Inserts chips elsewhere, while somebody writes on the page. */
  insertElsewhere?: ((name: string) => void) | undefined
}

/** A one-line text field with chips for personal values. */
export function ChipField(props: ChipFieldProps) {
  const { label, value, fields, people, language, onChange, insertElsewhere } = props
  const id = useId()
  const { field, shown, insert, tell, attributes } = useWriting(value, onChange)
  return (
    <div class="field">
      <span class="label" id={id}>
        {label}
      </span>
      <ChipPalette fields={fields} people={people} onChoose={insertElsewhere ?? insert} />
      {/* biome-ignore lint/a11y/useSemanticElements: no text area holds chips. */}
      <div
        ref={field}
        class="writing"
        role="textbox"
        tabIndex={0}
        aria-multiline="false"
        {...attributes}
        aria-labelledby={id}
        lang={language}
        dir="auto"
      />
      {shown && <FallbackField chip={shown} onChange={tell} />}
    </div>
  )
}

function FallbackField({ chip, onChange }: { chip: HTMLElement; onChange(): void }) {
  const id = useId()
  const known = chipAt(chip)
  return (
    <div class="field fallback">
      <label for={id} id={`${id}-label`}>
        Fallback
      </label>
      <span hidden id={`${id}-when`}>
        Where it is not known
      </span>
      <input
        id={id}
        value={known?.fallback ?? ''}
        aria-labelledby={`${id}-label ${id}-when`}
        aria-describedby={`${id}-help`}
        placeholder="your team"
        onInput={({ currentTarget }) => {
          setFallback(chip, currentTarget.value)
          onChange()
        }}
      />
      <div class="quiet" id={`${id}-help`}>
        Shown when there is no {known && fieldNoun(known.field)}.
        {!known?.fallback && ' Now nothing is shown.'}
      </div>
    </div>
  )
}
