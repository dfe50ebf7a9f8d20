import { useState } from 'preact/hooks'
import { cancel } from '../page/guard.ts'

interface ChipPaletteProps {
  fields: string[]
  onChoose(field: string): void
}

/**
 * The fields that can be inserted into a text as chips. The text keeps its caret. The palette is one tab stop, at the most used
 * field; arrow keys move to the others.
 */
export function ChipPalette({ fields, onChoose }: ChipPaletteProps) {
  const [last, setLast] = useState('company')
  const stop = fields.includes(last) ? last : fields[0]
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step || !stop) return
    cancel(event)
    const at = (fields.indexOf(stop) + step) % fields.length
    setLast(fields.at(at) ?? stop)
    const chips = (event.currentTarget as Element).querySelectorAll('button')
    ;[...chips].at(at)?.focus()
  }
  return (
    <div class="palette" role="toolbar" aria-label="Put in what is known" onKeyDown={press}>
      {fields.map((field) => (
        <button
          key={field}
          type="button"
          class="chip"
          tabIndex={field === stop ? 0 : -1}
          onMouseDown={(event) => cancel(event)}
          onClick={() => {
            setLast(field)
            onChoose(field)
          }}
        >
          {field}
        </button>
      ))}
    </div>
  )
}
