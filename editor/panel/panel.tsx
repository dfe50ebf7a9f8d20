import { useState } from 'preact/hooks'
import type { Editor } from '../editor.ts'
import { ChosenCard } from './chosen.tsx'
import { ConflictCard } from './conflict.tsx'
import { PanelHeader } from './header.tsx'
import { Items } from './items.tsx'
import { KeysHint } from './keys-hint.tsx'
import { Languages } from './languages.tsx'
import { OfferCard } from './offer.tsx'
import { PickButton } from './pick-button.tsx'
import { SaveBar } from './save-bar.tsx'
import { SeeCard } from './see.tsx'
import { Status } from './status.tsx'

/** The editor's panel, above the page: on the right, on a telephone at the bottom. */
export function EditorPanel({ editor }: { editor: Editor }) {
  const [isFolded, fold] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { editing, failure, load } = editor
  const { value: now } = editing
  const isPicking = editor.picker.isPicking.value
  const look = ['panel', isFolded && 'folded', isLeft && 'left', isPicking && 'picking'].filter(Boolean)
  return (
    // biome-ignore lint/a11y/useSemanticElements: who looks through shadow roots for the page’s sections finds the page’s.
    <div role="region" tabIndex={-1} class={look.join(' ')} aria-label="Motif editor" dir="ltr" lang="en">
      <PanelHeader
        editor={editor}
        isFolded={isFolded}
        onFold={() => fold(!isFolded)}
        onMove={() => setLeft(!isLeft)}
      />
      <Status editor={editor} />
      {!now && failure.value && (
        <div class="body">
          <div class="notice bad" role="alert">
            {failure.value}
          </div>
          <button type="button" onClick={load}>
            Try again
          </button>
        </div>
      )}
      {now && !isFolded && (
        <div class="body">
          <OfferCard editing={now} />
          <ConflictCard editing={now} />
          <SeeCard editor={editor} editing={now} />
          <PickButton editor={editor} />
          <Languages editing={now} />
          <ChosenCard editor={editor} editing={now} />
          <Items editing={now} fates={editor.show.fates.value} />
          <KeysHint />
        </div>
      )}
      {now && !isFolded && <SaveBar editing={now} />}
    </div>
  )
}
