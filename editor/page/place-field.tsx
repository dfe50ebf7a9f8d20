import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { casesOf, caseText, seenCase, writeCase } from '../cases.ts'
import { contentOf, writeContent } from '../changes.ts'
import { type Chosen, type Editing, type EditingSignal, elementOf } from '../editing.ts'
import { useWriting } from '../text/use-writing.ts'
import { isOfInputMethod } from './events.ts'
import { hideText, placeOver, roomBelow } from './in-place.ts'
import type { Layer } from './layer.ts'

/**
 * A field for writing on the page. It lies over the page's own text, which is hidden meanwhile. So the page's nodes stay those that
 * its scripts know, and its handlers hear no keys or clicks.
 */
export function PlaceField({ layer, editing: { value: editing } }: { layer: Layer; editing: EditingSignal }) {
  const chosen = editing?.chosen.value
  if (!editing?.inPlace.value || chosen?.type !== 'text' || editing.isAway.value) return null
  return <Place key={chosen.picked} layer={layer} editing={editing} chosen={chosen} />
}

interface PlaceProps {
  layer: Layer
  editing: Editing
  chosen: Chosen
}

function Place({ layer, editing, chosen }: PlaceProps) {
  const { inPlace, language, history } = editing
  const [isSeeThrough, setSeeThrough] = useState(true)
  // The words that are shown when it is picked, whoever the page is seen as later.
  const [at] = useState(() => seenCase(editing, chosen, 'text') ?? -1)
  const one = casesOf(editing, chosen, 'text')[at]
  const value = one ? caseText(editing, one) : contentOf(editing, chosen, 'text')
  const writing = useWriting(value, (said) =>
    one ? writeCase(editing, chosen, 'text', at, said) : writeContent(editing, chosen, 'text', said),
  )
  const { field, insert, attributes } = writing
  const latest = useRef(chosen)
  latest.current = chosen

  // Before the next paint, with the text selected: what is typed next replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was picked.
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    const life = new AbortController()
    const hidden = hideText(life.signal)
    setSeeThrough(hidden !== undefined)
    const first = elementOf(latest.current)
    const makeRoom = first && roomBelow(first, chosen.selector, life.signal)
    let next = 0
    const follow = () => {
      const element = elementOf(latest.current)
      // While the page has none, the field stays where it was.
      if (element?.isConnected) {
        hidden?.selectNodeContents(element)
        makeRoom?.(element, placeOver(current, element))
      }
      next = requestAnimationFrame(follow)
    }
    follow()
    current.focus({ preventScroll: true })
    document.getSelection()?.selectAllChildren(current)
    inPlace.value = { at, insert }
    return () => {
      cancelAnimationFrame(next)
      life.abort()
      if (inPlace.value?.insert === insert) inPlace.value = undefined
    }
  }, [])

  const leave = () => {
    history.settle()
    inPlace.value = undefined
  }

  // Not if the page moved the field, and the focus is back; nor when the person goes to another window: they come back.
  const leaveUnlessBack = () =>
    setTimeout(() => {
      const { current } = field
      if (current?.isConnected && document.hasFocus() && layer.root.activeElement !== current) leave()
    })

  const press = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return
    const card = one ? `[data-case="${at}"]` : '.everybody'
    const next = { Enter: '.pick button', Escape: '.pick button', Tab: `${card} [role=textbox]` }[event.key]
    const isOnChip = (event.target as HTMLElement).dataset.chip !== undefined
    if (!next || (isOnChip && event.key === 'Enter')) return writing.onKeyDown(event)
    event.preventDefault()
    event.stopImmediatePropagation()
    leave()
    layer.root.querySelector<HTMLElement>(next)?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: no text area holds chips.
    <div
      ref={field}
      role="textbox"
      tabIndex={0}
      aria-multiline="false"
      {...attributes}
      class={isSeeThrough ? 'place' : 'place opaque'}
      aria-label="Write here"
      lang={language.value}
      onKeyDown={press}
      onBlur={leaveUnlessBack}
    />
  )
}
