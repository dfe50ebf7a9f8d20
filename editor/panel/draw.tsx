import { render } from 'preact'
import type { Editor } from '../editor.ts'
import { Covers } from '../page/covers.tsx'
import { Outlines } from '../page/outlines.tsx'
import { PlaceField } from '../page/place-field.tsx'
import { Telephone } from '../page/telephone.tsx'
import { EditorPanel } from './panel.tsx'

function Layers({ editor }: { editor: Editor }) {
  return (
    <>
      <Covers editor={editor} />
      <Outlines editor={editor} />
      <PlaceField editor={editor} />
      {editor.isNarrow.value && <Telephone editor={editor} />}
      <EditorPanel editor={editor} />
    </>
  )
}

/** Renders the panel and the outlines into the editor's layer, until the signal aborts. */
export function drawPanel(editor: Editor, signal: AbortSignal): void {
  const place = document.createElement('div')
  place.className = 'layer'
  editor.layer.root.append(place)
  render(<Layers editor={editor} />, place)
  signal.addEventListener('abort', () => render(null, place))
}
