import { useId, useState } from 'preact/hooks'
import type { ContentType } from '../../wire/targets.ts'
import { writeContent } from '../changes.ts'
import type { Chosen, Editing } from '../editing.ts'
import { placeOf } from '../places.ts'
import { localText } from '../state/localised.ts'

interface InstructionProps {
  editing: Editing
  chosen: Chosen
  type: ContentType
}

/** The instruction for a language model, which writes for each person. If it writes nothing, the text above is used. */
export function Instruction({ editing, chosen, type }: InstructionProps) {
  const id = useId()
  const item = editing.history.template.value.content[placeOf(editing, chosen, type)]
  const said = localText(item?.write, editing.language.value)
  // It stays open while the instruction is emptied: in a closed one nobody writes on.
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="instruction"
      open={isOpen || said !== ''}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Let a language model write it</summary>
      <div class="field">
        <label for={id}>Instruction</label>
        <textarea
          id={id}
          rows={3}
          value={said}
          placeholder="One sentence on why {{ prospect.company }} should care."
          aria-describedby={`${id}-help`}
          onInput={({ currentTarget }) => {
            if (!item) writeContent(editing, chosen, type, '')
            writeContent(editing, chosen, type, currentTarget.value, 'write')
          }}
        />
        <div class="quiet" id={`${id}-help`}>
          It writes when pages are made. Until then, and if it cannot, the text above is shown.
        </div>
      </div>
    </details>
  )
}
