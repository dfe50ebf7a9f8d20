import { useState } from 'preact/hooks'
import type { Editor } from '../editor.ts'
import { CloseDialog } from './close.tsx'

interface PanelHeaderProps {
  editor: Editor
  isFolded: boolean
  onFold(): void
  onMove(): void
}

/** What is edited, and what is needed all the time. */
export function PanelHeader({ editor, isFolded, onFold, onMove }: PanelHeaderProps) {
  const [isClosing, setClosing] = useState(false)
  const history = editor.editing.value?.history
  return (
    <div class="bar">
      <div class="title">
        {editor.opening.session.template}
        {history && <small> version {history.base.value.version}</small>}
      </div>
      <div class="tools">
        <button type="button" disabled={!history?.canUndo.value} onClick={editor.undo} title="Ctrl Z">
          Undo
        </button>
        <button type="button" disabled={!history?.canRedo.value} onClick={editor.redo} title="Ctrl Y">
          Redo
        </button>
        <button
          type="button"
          class="icon move"
          aria-label="Move to the other side"
          title="Move to the other side"
          onClick={onMove}
        >
          ⇄
        </button>
        <button
          type="button"
          class="icon"
          aria-label={isFolded ? 'Unfold' : 'Fold'}
          aria-expanded={!isFolded}
          onClick={onFold}
        >
          {isFolded ? '▴' : '▾'}
        </button>
        <button type="button" class="icon" aria-label="Close" title="Close" onClick={() => setClosing(true)}>
          ✕
        </button>
      </div>
      {isClosing && <CloseDialog editor={editor} onCancel={() => setClosing(false)} />}
    </div>
  )
}
