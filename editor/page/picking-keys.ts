import type { Signal } from '@preact/signals'
import { type Direction, editableWithText, nextEditable } from './editables.ts'
import { type Step, stepFrom } from './steps.ts'

/** What keys change while somebody picks. */
interface PickingKeys {
  /** The outlined element. */
  candidate: Signal<HTMLElement | undefined>
  /** The letters typed so far, to find an element by its text. */
  sought: Signal<string>
  host: Element
  pick(): void
  stop(): void
}

/** Handles keys while somebody picks. The page gets none, except keys with Ctrl, Alt or ⌘, which are the browser's. */
export function createPickingKeys({ candidate, sought, host, pick, stop }: PickingKeys) {
  const from = () => (candidate.value?.isConnected ? candidate.value : document.body)

  const outline = (element: HTMLElement | undefined) => {
    if (!element) return
    candidate.value = element
    element.scrollIntoView({ block: 'nearest' })
  }

  const seek = (words: string) => {
    sought.value = words
    if (words) outline(editableWithText(words, from(), host))
  }

  const step = (key: Step) => {
    sought.value = ''
    outline(stepFrom(from(), key, host))
  }

  const go = (direction: Direction) => outline(nextEditable(from(), direction, host, sought.value))

  const press = (key: string, shiftKey: boolean) => {
    const isTyped = key.length === 1 && (sought.value + key).trim() !== ''
    if (isTyped) seek(sought.value + key)
    else if (key === 'Backspace') seek(sought.value.slice(0, -1))
    else if (key === 'Tab') go(shiftKey ? -1 : 1)
    else if (/^Arrow/.test(key)) step(key as Step)
    else if (key === 'Enter') pick()
    else if (key === 'Escape') stop()
  }

  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.stopImmediatePropagation()
    event.preventDefault()
    const { key } = event
    const isHeld = event.repeat && key === 'Enter'
    if (event.type === 'keydown' && !isHeld) press(key, event.shiftKey)
  }
}
