import { type ReadonlySignal, signal } from '@preact/signals'
import { cancel, swallow } from './guard.ts'
import type { Layer } from './layer.ts'
import { createPickingKeys } from './picking-keys.ts'
import { type Step, stepFrom } from './steps.ts'

/** What an element was picked by. */
export type PickedBy = 'mouse' | 'finger' | 'keys'

/** Picking an element of the page, by pointer, finger or keys. */
export interface Picker {
  isPicking: ReadonlySignal<boolean>
  /** What is outlined. */
  candidate: ReadonlySignal<HTMLElement | undefined>
  /** Whether the pointer is inside of a component that has a tree of its own, which visitors' scripts do not reach. */
  isInComponent: ReadonlySignal<boolean>
  /** What was typed, to go to what says it; empty where nothing was. */
  sought: ReadonlySignal<string>
  start(from?: HTMLElement): void
  stop(): void
  /** Picks a neighbour of an element at once. */
  go(step: Step, from: HTMLElement): void
}

/** What the page is not to hear while somebody picks. */
const swallowed = [
  'click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup pointercancel',
  'mouseover mouseout mousemove mouseenter mouseleave pointerover pointerout pointermove pointerenter pointerleave',
  'touchstart touchend touchmove dragstart selectstart submit keydown keyup keypress beforeinput focusin focusout',
]
  .join(' ')
  .split(' ')

/** Creates what picks. The page's own clicks and keys do nothing as long as it does. */
export function createPicker(
  layer: Layer,
  picked: (element: HTMLElement, by: PickedBy) => void,
  life: AbortSignal,
): Picker {
  const isPicking = signal(false)
  const candidate = signal<HTMLElement>()
  const isInComponent = signal(false)
  const sought = signal('')

  const stop = () => {
    isPicking.value = false
    candidate.value = undefined
    sought.value = ''
  }

  const pick = (by?: Event) => {
    const element = candidate.value
    // While the page is as it is: what the template makes of it is not to be held on to.
    if (element) picked(element, by ? deviceOf(by) : 'keys')
    stop()
  }

  const point = (event: Event) => {
    const target = layer.covers.get(event.composedPath()[0] ?? window) ?? elementAt(event)
    if (!target) return
    sought.value = ''
    isInComponent.value = !layer.owns(event) && event.composedPath()[0] !== event.target
    candidate.value = target
  }

  const press = createPickingKeys({ candidate, sought, host: layer.host, pick, stop })

  const hear = (event: Event) => {
    if (!isPicking.value) return
    if (event instanceof KeyboardEvent) {
      isInComponent.value = false
      return press(event)
    }
    const isOnCover = layer.covers.has(event.composedPath()[0] ?? window)
    if (layer.owns(event) && !isOnCover) return
    swallow(event)
    // A touch has to go on scrolling the page.
    if (!event.type.startsWith('touch') && event.type !== 'pointerdown') cancel(event)
    if (/^(pointermove|pointerdown|click)$/.test(event.type)) point(event)
    if (event.type === 'click' || isClickOfDisabled(event)) pick(event)
  }

  const start = (from?: HTMLElement) => {
    isInComponent.value = false
    isPicking.value = true
    candidate.value = from ?? document.body
  }

  const go = (step: Step, from: HTMLElement) => {
    // Beginning to pick gives the page back, and with it what the template has replaced.
    start(from)
    const found = stepFrom(from, step, layer.host) ?? from
    found.scrollIntoView({ block: 'nearest' })
    picked(found, 'finger')
    stop()
  }

  for (const type of swallowed) addEventListener(type, hear, { capture: true, passive: false, signal: life })
  return { isPicking, candidate, isInComponent, sought, start, stop, go }
}

/** Not every browser says it of a click. */
function deviceOf(event: Event): PickedBy {
  const { pointerType } = event as PointerEvent
  const isByFinger = pointerType ? pointerType === 'touch' : !matchMedia('(pointer: fine)').matches
  return isByFinger ? 'finger' : 'mouse'
}

/** In a component's own tree the event is of the component. */
function elementAt({ target }: Event): HTMLElement | undefined {
  return target instanceof Element && target !== document.documentElement
    ? (target as HTMLElement)
    : undefined
}

/** A control that is switched off gets no click. */
function isClickOfDisabled({ type, target }: Event): boolean {
  return type === 'pointerup' && target instanceof Element && target.matches(':disabled')
}
