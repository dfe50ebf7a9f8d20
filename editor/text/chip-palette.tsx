import { useId, useState } from 'preact/hooks'
import type { EditorPeople } from '../../wire/editor.ts'
import { chipName, fieldLabel } from '../field-words.ts'

interface ChipPaletteProps {
  fields: string[]
  /** What is known of a campaign's people. */
  people: EditorPeople | undefined
  onChoose(field: string): void
}

/** So many fields stand in two lines; the others behind `More…`. */
const mostShort = 5

/**
 * The fields that can be inserted into a text as chips. The text keeps its caret. The palette is one tab stop, at the most used
 * field; arrow keys move to the others. Below, three examples of the field that was last pointed at.
 */
export function ChipPalette({ fields, people, onChoose }: ChipPaletteProps) {
  const id = useId()
  const [last, setLast] = useState('company')
  const [isOpen, setOpen] = useState(false)
  const known = people?.people ? fields.filter((field) => people.fields[field]?.known) : fields
  const isShort = !isOpen && fields.length > mostShort + 1
  const shown = isShort ? known.slice(0, mostShort) : fields
  const stop = shown.includes(last) ? last : shown[0]
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!step || !stop) return
    event.preventDefault()
    const chips = [...(event.currentTarget as Element).querySelectorAll('button')]
    const at = chips.indexOf(event.target as HTMLButtonElement) + step
    chips.at(at % chips.length)?.focus()
  }
  return (
    <>
      <div class="palette" role="toolbar" aria-label="What is known of people" onKeyDown={press}>
        {shown.map((field) => (
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
        {(isShort || isOpen) && (
          <button
            type="button"
            class="plain"
            tabIndex={-1}
            aria-expanded={isOpen}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Fewer' : 'More…'}
          </button>
        )}
      </div>
      <div class="quiet known" id={id}>
        {stop && sayKnown(people, stop)}
      </div>
    </>
  )
}

/** `Company: Lumen Mart · Greenwave · Two Ltd. Known for 145 of 199.` Empty if there is nobody yet. */
function sayKnown(people: EditorPeople | undefined, field: string): string {
  const { known = 0, values = [] } = people?.fields[field] ?? {}
  const examples = values.slice(0, 3).map(({ value }) => value.slice(0, 80))
  if (!people || people.people === 0) return ''
  const said =
    examples.length > 0 ? `${fieldLabel(field)}: ${examples.join(' · ')}. ` : `${fieldLabel(field)}: `
  return `${said}Known for ${known} of ${people.people}.`
}
