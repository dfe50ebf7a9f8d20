import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dock } from '../page/dock.ts'
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

/** The editor's panel: beside the page, above it in a narrow window, on a telephone at the bottom. */
export function EditorPanel({ editor }: { editor: EditorParts }) {
  const [isFolded, fold] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { layer, picker, show, failure, isNarrow, load } = editor
  const { value: now } = editor.editing
  const isPicking = picker.isPicking.value
  const panel = useRef<HTMLDivElement>(null)
  const settle = useRef<() => void>(undefined)
  useEffect(() => {
    const life = new AbortController()
    if (panel.current) settle.current = dock(panel.current, layer.host, life.signal)
    return () => life.abort()
  }, [layer])
  useLayoutEffect(() => settle.current?.())
  const look = ['panel', isFolded && 'folded', isLeft && 'left', isPicking && 'picking'].filter(Boolean)
  return (
    // biome-ignore lint/a11y/useSemanticElements: who looks through shadow roots for the page’s sections finds the page’s.
    <div
      ref={panel}
      role="region"
      tabIndex={-1}
      class={look.join(' ')}
      aria-label="Motif editor"
      dir="ltr"
      lang="en"
    >
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
          {now.history.template.value.languages.length > 1 && <Languages editing={now} />}
          <ChosenCard layer={layer} picker={picker} editing={now} />
          <Items editing={now} fates={show.fates.value} />
        </div>
      )}
      {now && !isFolded && <SaveBar editing={now} />}
    </div>
  )
}
