import type { HTMLAttributes, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isOfInputMethod } from '../page/events.ts'
import {
  caretIn,
  chipAt,
  chipsIn,
  fillField,
  insertPieces,
  liquidIn,
  putCaretLast,
  readField,
} from './chip-dom.ts'
import { type Piece, payloadOf, piecesOf } from './liquid.ts'
import { oneLine, pastedText } from './pasted.ts'

/** A field in which somebody writes text and chips. */
export interface Writing {
  field: RefObject<HTMLDivElement | null>
  /** The chip that was used last, or else the last one in the text. */
  shown: HTMLElement | undefined
  /** Inserts a chip at the present or last caret. */
  insert(name: string): void
  /** Reports the field's present content. */
  tell(): void
  onKeyDown(event: KeyboardEvent): void
  /** How a field of text and chips is written in. */
  attributes: HTMLAttributes<HTMLDivElement>
}

/** The control with the fallback of a field's chip. */
function fallbackOf(field: HTMLElement | null): HTMLElement | null | undefined {
  return field?.closest('.field')?.querySelector<HTMLElement>('.fallback input')
}

/** Shows Liquid in a field as text and chips, and reports what is written. */
export function useWriting(value: string, onChange: (value: string) => void): Writing {
  const field = useRef<HTMLDivElement>(null)
  const caret = useRef<Range | undefined>(undefined)
  const written = useRef<string | undefined>(undefined)
  const [selected, select] = useState<HTMLElement>()

  // Only changes from elsewhere are filled in, so that writing keeps its caret. In a layout effect: later, more may be typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chip fills nothing in.
  useLayoutEffect(() => {
    if (!field.current || value === written.current) return
    written.current = value
    // Firefox has it since version 136.
    if (!field.current.isContentEditable) field.current.contentEditable = 'true'
    const isFocused = (field.current.getRootNode() as ShadowRoot).activeElement === field.current
    const at = selected ? chipsIn(field.current).indexOf(selected) : -1
    fillField(field.current, piecesOf(value))
    // What is written where its value is not known stays that of the same chip.
    select(chipsIn(field.current)[at])
    // After an undo somebody writes on: at the end, as the new nodes have no caret.
    caret.current = undefined
    if (isFocused) putCaretLast(field.current)
  }, [value])

  useEffect(() => {
    const follow = () => {
      const now = field.current && caretIn(field.current)
      if (now) caret.current = now
    }
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [])

  const tell = () => {
    if (!field.current) return
    const now = payloadOf(readField(field.current))
    if (now === written.current) return
    written.current = now
    onChange(now)
  }

  const put = (pieces: Piece[], at = field.current ? caretIn(field.current) : undefined) => {
    if (!field.current) return
    caret.current = at ?? caret.current
    select(insertPieces(field.current, pieces, caret.current).at(-1))
    tell()
  }

  const insert = (name: string) => put([{ field: name }])

  // The text has to go through Liquid, because browsers copy what a chip looks like.
  const copy = (event: ClipboardEvent | DragEvent) => {
    const selected = field.current && caretIn(field.current)
    const to = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
    if (!field.current || !selected || selected.collapsed || !to) return
    to.setData('text/plain', liquidIn(field.current, selected))
    if (event.type === 'dragstart') to.clearData('text/html')
    else event.preventDefault()
    if (event.type === 'cut') put([], selected)
  }

  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const text = pastedText(event.clipboardData)
    if (text) put(piecesOf(text))
  }

  const onBeforeInput = (event: InputEvent) => {
    if (/^(insertParagraph|insertLineBreak|insertFromPaste|format.*)$/.test(event.inputType))
      event.preventDefault()
  }

  // The browser drops text where the pointer is; its Liquid becomes chips here.
  const onInput = (event: InputEvent) => {
    const { current } = field
    if (current && event.inputType === 'insertFromDrop') {
      for (const line of current.querySelectorAll('br')) line.replaceWith('\n')
      fillField(current, piecesOf(oneLine(payloadOf(readField(current)))))
    }
    tell()
  }

  const onClick = (event: Event) => {
    const chip = (event.target as Element).closest?.('[data-chip]')
    if (chip && chipAt(chip)) select(chip as HTMLElement)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return
    if (event.key === 'Enter') event.preventDefault()
    if (/^(Enter| )$/.test(event.key) && (event.target as HTMLElement).dataset.chip) {
      event.preventDefault()
      onClick(event)
      // After the control has been rendered for this chip.
      setTimeout(() => fallbackOf(field.current)?.focus())
    }
  }

  const chips = field.current ? chipsIn(field.current).filter((node) => chipAt(node)) : []
  const shown = selected && chips.includes(selected) ? selected : chips.at(-1)
  const attributes: HTMLAttributes<HTMLDivElement> = {
    contentEditable: 'plaintext-only',
    spellcheck: true,
    onInput,
    onBeforeInput,
    onClick,
    onKeyDown,
    onCopy: copy,
    onCut: copy,
    onDragStart: copy,
    onPaste: paste,
  }
  return { field, shown, insert, tell, onKeyDown, attributes }
}
