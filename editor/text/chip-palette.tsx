import { cancel } from '../page/guard.ts'

interface ChipPaletteProps {
  fields: string[]
  onChoose(field: string): void
}

/** What is known of people, to be put into a text. The text keeps its caret meanwhile. */
export function ChipPalette({ fields, onChoose }: ChipPaletteProps) {
  return (
    <fieldset class="palette" aria-label="Put in what is known">
      {fields.map((field) => (
        <button
          key={field}
          type="button"
          class="chip"
          onMouseDown={(event) => cancel(event)}
          onClick={() => onChoose(field)}
        >
          {field}
        </button>
      ))}
    </fieldset>
  )
}
