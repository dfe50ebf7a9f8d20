import { useRef, useState } from 'preact/hooks'
import type { Editor } from '../editor.ts'
import { CloseDialog } from './close.tsx'
import { PlaceButtons, type PlaceProps } from './place-buttons.tsx'

interface PanelHeaderProps extends PlaceProps {
  editor: Editor
}

/** The template's name, and the buttons that are always needed. */
export function PanelHeader({ editor, isFolded, onFold, onMove }: PanelHeaderProps) {
  const [isClosing, setClosing] = useState(false)
  const closing = useRef<HTMLButtonElement>(null)
  const history = editor.editing.value?.history
  const stay = () => {
    setClosing(false)
    closing.current?.focus()
  }
  return (
    <div class="bar">
      <div class="title">
        {editor.opening.session.template}
        {history && <small> version {history.base.value.version}</small>}
      </div>
      <div class="tools">
        <button
          type="button"
          disabled={!history?.canUndo.value}
          onClick={editor.undo}
          aria-keyshortcuts="Control+Z"
          title="Ctrl Z"
        >
          Undo
        </button>
        <button
          type="button"
          disabled={!history?.canRedo.value}
          onClick={editor.redo}
          aria-keyshortcuts="Control+Y"
          title="Ctrl Y"
        >
          Redo
        </button>
        <PlaceButtons isFolded={isFolded} onFold={onFold} onMove={onMove} />
        <button
          ref={closing}
          type="button"
          class="icon"
          aria-label="Close"
          title="Close"
          onClick={() => setClosing(true)}
        >
          ✕
        </button>
      </div>
      {isClosing && <CloseDialog editor={editor} onCancel={stay} />}
    </div>
  )
}
