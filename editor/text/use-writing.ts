import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { cancel } from '../page/guard.ts'
import { caretIn, chipAt, chipsIn, fillField, insertChip, readField } from './chip-dom.ts'
import { payloadOf, piecesOf } from './liquid.ts'

/** A field in which somebody writes text and chips. */
export interface Writing {
  field: RefObject<HTMLDivElement | null>
  /** The chip that was used last, or else the last one in the text. */
  shown: HTMLElement | undefined
  /** Inserts a chip at the present or last caret. */
  insert(name: string): void
  /** Reports the field's present content. */
  tell(): void
  onClick(event: Event): void
  onKeyDown(event: KeyboardEvent): void
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
  useLayoutEffect(() => {
    if (!field.current || value === written.current) return
    written.current = value
    fillField(field.current, piecesOf(value))
    select(undefined)
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

  const insert = (name: string) => {
    if (!field.current) return
    caret.current = caretIn(field.current) ?? caret.current
    select(insertChip(field.current, { field: name }, caret.current))
    tell()
  }

  const onClick = (event: Event) => {
    const chip = (event.target as Element).closest?.('[data-chip]')
    if (chip && chipAt(chip)) select(chip as HTMLElement)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') cancel(event)
    if (/^(Enter| )$/.test(event.key) && (event.target as HTMLElement).dataset.chip) {
      cancel(event)
      onClick(event)
      // After the control has been rendered for this chip.
      setTimeout(() => fallbackOf(field.current)?.focus())
    }
  }

  const chips = field.current ? chipsIn(field.current).filter((node) => chipAt(node)) : []
  const shown = selected && chips.includes(selected) ? selected : chips.at(-1)
  return { field, shown, insert, tell, onClick, onKeyDown }
}
