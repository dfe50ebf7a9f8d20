import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { contentOf, writeContent } from '../changes.ts'
import type { Chosen, Editing } from '../editing.ts'
import type { Editor } from '../editor.ts'
import { useWriting } from '../text/use-writing.ts'
import { cancel, swallow } from './guard.ts'
import { hideText, placeOver } from './in-place.ts'

/**
 * A field for writing on the page. It lies over the page's own text, which is hidden meanwhile. So the page's nodes stay those that
 * its scripts know, and its handlers hear no keys or clicks.
 */
export function PlaceField({ editor }: { editor: Editor }) {
  const editing = editor.editing.value
  const chosen = editing?.chosen.value
  const element = chosen?.element
  if (!editing?.inPlace.value || !element?.isConnected || chosen?.type !== 'text') return null
  return <Place editor={editor} editing={editing} chosen={chosen} element={element} />
}

interface PlaceProps {
  editor: Editor
  editing: Editing
  chosen: Chosen
  element: HTMLElement
}

function Place({ editor, editing, chosen, element }: PlaceProps) {
  const { inPlace, language, history } = editing
  const [isSeeThrough, setSeeThrough] = useState(true)
  const value = contentOf(editing, chosen, 'text')
  const writing = useWriting(value, (said) => writeContent(editing, chosen, 'text', said))
  const { field, insert } = writing

  // Before the next paint, with the text selected: what is typed next replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for an element.
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    const life = new AbortController()
    setSeeThrough(hideText(element, life.signal))
    placeOver(current, element)
    current.focus({ preventScroll: true })
    document.getSelection()?.selectAllChildren(current)
    inPlace.value = { insert }
    return () => life.abort()
  }, [element])

  useEffect(() => {
    let next = 0
    const follow = () => {
      if (field.current) placeOver(field.current, element)
      next = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(next)
  }, [element, field])

  const leave = () => {
    history.settle()
    inPlace.value = undefined
  }

  const press = (event: KeyboardEvent) => {
    const next = { Enter: '.pick button', Escape: '.pick button', Tab: '.chosen [role=textbox]' }[event.key]
    const isOnChip = (event.target as HTMLElement).dataset.chip !== undefined
    if (!next || (isOnChip && event.key === 'Enter')) return writing.onKeyDown(event)
    cancel(event)
    swallow(event)
    leave()
    editor.layer.root.querySelector<HTMLElement>(next)?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: no text area holds chips.
    <div
      ref={field}
      class={isSeeThrough ? 'place' : 'place opaque'}
      role="textbox"
      tabIndex={0}
      aria-label="Write here"
      aria-multiline="false"
      lang={language.value}
      contentEditable
      spellcheck
      onInput={writing.tell}
      onClick={writing.onClick}
      onKeyDown={press}
      // Not when the person goes to another window: they come back.
      onBlur={() => document.hasFocus() && leave()}
    />
  )
}
