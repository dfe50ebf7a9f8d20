import { render } from 'preact'
import type { Editor } from '../editor.ts'
import { Outlines } from '../page/outlines.tsx'
import { EditorPanel } from './panel.tsx'

/** Draws the panel and what is outlined into the editor's layer, until the signal ends it. */
export function drawPanel(editor: Editor, signal: AbortSignal): void {
  const place = document.createElement('div')
  place.className = 'layer'
  editor.layer.root.append(place)
  render(
    <>
      <Outlines editor={editor} />
      <EditorPanel editor={editor} />
    </>,
    place,
  )
  signal.addEventListener('abort', () => render(null, place))
}
