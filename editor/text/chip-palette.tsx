import { useId, useState } from 'preact/hooks'
import type { EditorPeople } from '../../wire/editor.ts'
import { chipName, fieldLabel } from '../field-words.ts'

interface ChipPaletteProps {
  fields: string[]
  /** What is known of a campaign's people. */
  people: EditorPeople | undefined
  onChoose(field: string): void
}

/**
 * The fields that can be inserted into a text as chips. The text keeps its caret. The palette is one tab stop, at the most used
 * field; arrow keys move to the others. Below, three examples of the field that was last pointed at.
 */
export function ChipPalette({ fields, people, onChoose }: ChipPaletteProps) {
  const id = useId()
  const [last, setLast] = useState('company')
  const stop = fields.includes(last) ? last : fields[0]
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step || !stop) return
    event.preventDefault()
    const at = (fields.indexOf(stop) + step) % fields.length
    setLast(fields.at(at) ?? stop)
    const chips = (event.currentTarget as Element).querySelectorAll('button')
    ;[...chips].at(at)?.focus()
  }
  return (
    <>
      <div class="palette" role="toolbar" aria-label="Put in what is known" onKeyDown={press}>
        {fields.map((field) => (
          <button
            key={field}
            type="button"
            class="chip"
            tabIndex={field === stop ? 0 : -1}
            aria-label={chipName(field)}
            aria-describedby={field === stop ? id : undefined}
            title={sayKnown(people, field)}
            onFocus={() => setLast(field)}
            onPointerEnter={() => setLast(field)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setLast(field)
              onChoose(field)
            }}
          >
            {fieldLabel(field)}
          </button>
        ))}
      </div>
      <div class="quiet known" id={id}>
        {stop && sayKnown(people, stop)}
      </div>
    </>
  )
}

/** `Company: Lumen Mart · Greenwave · Two Ltd. Known for 145 of 199.` Empty if there is nobody yet. */
function sayKnown(people: EditorPeople | undefined, field: string): string {
  const { known = 0, examples = [] } = people?.fields[field] ?? {}
  if (!people || people.people === 0) return ''
  const said =
    examples.length > 0 ? `${fieldLabel(field)}: ${examples.join(' · ')}. ` : `${fieldLabel(field)}: `
  return `${said}Known for ${known} of ${people.people}.`
}
