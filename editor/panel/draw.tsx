import { render } from 'preact'
import { Outlines } from '../page/outlines.tsx'
import { PlaceField } from '../page/place-field.tsx'
import { Telephone } from '../page/telephone.tsx'
import { EditorPanel, type EditorParts } from './panel.tsx'

function Layers({ editor }: { editor: EditorParts }) {
  return (
    <>
      <Outlines {...editor} />
      <PlaceField {...editor} />
      {editor.isNarrow.value && <Telephone {...editor} />}
      <EditorPanel editor={editor} />
    </>
  )
}

/** Renders the panel and the outlines into the editor's layer, until the signal aborts. */
export function drawPanel(editor: EditorParts, signal: AbortSignal): void {
  const place = document.createElement('div')
  place.className = 'layer'
  editor.layer.root.append(place)
  render(<Layers editor={editor} />, place)
  signal.addEventListener('abort', () => render(null, place))
}
