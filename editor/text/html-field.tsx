import { useId, useRef } from 'preact/hooks'
import type { ChipFieldProps } from './chip-field.tsx'
import { ChipPalette } from './chip-palette.tsx'
import { liquidOf } from './liquid.ts'

/** A field for HTML source. */
export function HtmlField({ label, value, fields, people, language, onChange }: ChipFieldProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)

  const insert = (field: string) => {
    const { current } = area
    if (!current) return
    current.setRangeText(liquidOf({ field }), current.selectionStart, current.selectionEnd, 'end')
    current.focus()
    onChange(current.value)
  }

  return (
    <div class="field">
      <label for={id}>{label}</label>
      <ChipPalette fields={fields} people={people} onChoose={insert} />
      <textarea
        id={id}
        ref={area}
        class="code"
        rows={7}
        value={value}
        lang={language}
        spellcheck={false}
        aria-describedby={`${id}-help`}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div id={`${id}-help`} class="quiet">
        Formatting, links, lists, tables and images. Scripts, styles and forms are left out.
      </div>
    </div>
  )
}
