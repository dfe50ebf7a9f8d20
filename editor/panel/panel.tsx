import type { ReadonlySignal } from '@preact/signals'
import { useState } from 'preact/hooks'
import type { Layer } from '../page/layer.ts'
import type { Show } from '../page/show.ts'
import { ChosenCard } from './chosen.tsx'
import { ConflictCard } from './conflict.tsx'
import { type HeaderParts, PanelHeader } from './header.tsx'
import { Items } from './items.tsx'
import { Languages } from './languages.tsx'
import { OfferCards } from './offer.tsx'
import { PickButton, type PickParts } from './pick-button.tsx'
import { SaveBar } from './save-bar.tsx'
import { SeeCard } from './see.tsx'
import { Status } from './status.tsx'

/** The parts of an open editor with which its panel works. */
export interface EditorParts extends HeaderParts, PickParts {
  layer: Layer
  show: Show
  /** Why the template could not be read. */
  failure: ReadonlySignal<string>
  load(): void
}

/** The editor's panel, above the page: on the right, on a telephone at the bottom. */
export function EditorPanel({ editor }: { editor: EditorParts }) {
  const [isFolded, fold] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { layer, picker, show, failure, isNarrow, load } = editor
  const { value: now } = editor.editing
  const isPicking = picker.isPicking.value
  const look = ['panel', isFolded && 'folded', isLeft && 'left', isPicking && 'picking'].filter(Boolean)
  return (
    // biome-ignore lint/a11y/useSemanticElements: who looks through shadow roots for the page’s sections finds the page’s.
    <div role="region" tabIndex={-1} class={look.join(' ')} aria-label="Motif editor" dir="ltr" lang="en">
      <PanelHeader
        {...editor}
        isFolded={isFolded}
        onFold={() => fold(!isFolded)}
        onMove={() => setLeft(!isLeft)}
      />
      <Status {...editor} />
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
          <OfferCards editing={now} />
          <ConflictCard editing={now} />
          {show.isAway.value && (
            <div class="notice warn" role="note">
              This is not the page that you opened. Visitors see no changes here: go back to see yours.
            </div>
          )}
          <SeeCard isNarrow={isNarrow} editing={now} />
          <PickButton {...editor} />
          <Languages editing={now} />
          <ChosenCard layer={layer} picker={picker} editing={now} />
          <Items editing={now} fates={show.fates.value} />
          <KeysHint />
        </div>
      )}
      {now && !isFolded && <SaveBar editing={now} />}
    </div>
  )
}

/** The keys that work everywhere in the panel. */
function KeysHint() {
  return (
    <div class="quiet keys-hint">
      Keys: <kbd>Escape</kbd> goes to <i>Pick an element</i>, <kbd>Ctrl</kbd> <kbd>S</kbd> saves,{' '}
      <kbd>Ctrl</kbd> <kbd>Z</kbd> and <kbd>Ctrl</kbd> <kbd>Y</kbd> undo and redo. Arrow keys go from chip to
      chip.
    </div>
  )
}
