import { useRef, useState } from 'preact/hooks'
import type { EditorOpening } from '../../wire/editor.ts'
import { CloseDialog, type Closing } from './close.tsx'
import { IconButton } from './icon-button.tsx'
import { PlaceButtons, type PlaceProps } from './place-buttons.tsx'

/** What the header needs of the editor. */
export interface HeaderParts extends Closing {
  opening: EditorOpening
  undo(): void
  redo(): void
}

/** The template's name, and the buttons that are always needed. */
export function PanelHeader(parts: HeaderParts & PlaceProps) {
  const { opening, editing, undo, redo } = parts
  const [isClosing, setClosing] = useState(false)
  const tools = useRef<HTMLDivElement>(null)
  const history = editing.value?.history
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
        <button
          type="button"
          disabled={!history?.canUndo.value}
          onClick={undo}
          aria-keyshortcuts="Control+Z"
          title="Ctrl Z"
        >
          Undo
        </button>
        <button
          type="button"
          disabled={!history?.canRedo.value}
          onClick={redo}
          aria-keyshortcuts="Control+Y"
          title="Ctrl Y"
        >
          Redo
        </button>
        <PlaceButtons {...parts} />
        <IconButton label="Close" sign="✕" onClick={() => setClosing(true)} />
      </div>
      {isClosing && <CloseDialog {...parts} onCancel={stay} />}
    </div>
  )
}
