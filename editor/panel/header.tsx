import { useRef, useState } from 'preact/hooks'
import type { EditorOpening } from '../../wire/editor.ts'
import { moveInHistory } from '../undoing.ts'
import { CloseDialog, type Closing, isAnythingLeft } from './close.tsx'
import { IconButton } from './icon-button.tsx'
import { PlaceButtons, type PlaceProps } from './place-buttons.tsx'

/** What the header needs of the editor. */
export interface HeaderParts extends Closing {
  opening: EditorOpening
}

/** The template's name, and the buttons that are always needed. */
export function PanelHeader(parts: HeaderParts & PlaceProps) {
  const { opening, editing, close } = parts
  const [isClosing, setClosing] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const history = editing.value?.history
  const steps = [
    { name: 'Undo', key: 'Z', isPossible: history?.canUndo.value, direction: 'undo' },
    { name: 'Redo', key: 'Y', isPossible: history?.canRedo.value, direction: 'redo' },
  ] as const
  const leave = () => {
    if (editing.value && isAnythingLeft(editing.value)) setClosing(true)
    else close()
  }
  const stay = () => {
    setClosing(false)
    ;(tools.current?.lastElementChild as HTMLElement | null)?.focus()
  }
  return (
    <div class="bar">
      <div class="title">
        {opening.session.template}
        {history && <small class="quiet"> version {history.base.value.version}</small>}
      </div>
      <div class="tools" ref={tools}>
        {steps.map(({ name, key, isPossible, direction }) => (
          <button
            key={name}
            type="button"
            disabled={!isPossible}
            onClick={() => editing.value && moveInHistory(editing.value, direction)}
            aria-keyshortcuts={`Control+${key}`}
            title={`Ctrl ${key}`}
          >
            {name}
          </button>
        ))}
        <PlaceButtons {...parts} />
        <IconButton label="Close" sign="✕" onClick={leave} />
      </div>
      {isClosing && <CloseDialog {...parts} onCancel={stay} />}
    </div>
  )
}
