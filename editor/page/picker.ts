import { signal } from '@preact/signals'
import { elementMeantAt } from './at-point.ts'
import type { Layer } from './layer.ts'
import { createPickingKeys } from './picking-keys.ts'
import { type Step, stepFrom } from './steps.ts'

/** The device with which an element was picked. */
export type PickedBy = 'mouse' | 'finger' | 'keys'

/** Picks an element of the page, by mouse, finger or keys. */
export type Picker = ReturnType<typeof createPicker>

/** Events that the page does not get while somebody picks. */
const swallowed = [
  'click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup pointercancel',
  'mouseover mouseout mousemove mouseenter mouseleave pointerover pointerout pointermove pointerenter pointerleave',
  'touchstart touchend touchmove dragstart selectstart submit keydown keyup keypress beforeinput focusin focusout',
]
  .join(' ')
  .split(' ')

/** Creates the picker. While it is active, the page gets no clicks and keys. */
export function createPicker(
  layer: Layer,
  picked: (element: HTMLElement, by: PickedBy) => void,
  life: AbortSignal,
) {
  const isPicking = signal(false)
  /** The outlined element. */
  const candidate = signal<HTMLElement>()
  /** Whether the pointer is inside a component with a shadow root, which the visitor's script cannot reach. */
  const isInComponent = signal(false)
  /** The letters that were typed to find an element by its text; empty if none. */
  const sought = signal('')

  const stop = () => {
    isPicking.value = false
    candidate.value = undefined
    sought.value = ''
  }

  const pick = (by?: Event) => {
    const { value: element } = candidate
    // The page has rendered it again: it has to be pointed at again.
    if (element?.isConnected === false) return
    // Before the template is shown again, so that the element is the page's own.
    if (element) picked(element, by ? deviceOf(by) : 'keys')
    stop()
  }

  const point = ({ clientX: x, clientY: y }: MouseEvent) => {
    const target = elementMeantAt(x, y, layer.host)
    if (!target) return
    const inside = target.shadowRoot?.elementFromPoint(x, y)
    sought.value = ''
    isInComponent.value = inside != null && inside !== target
    candidate.value = target
  }

  /** What the pointer was pressed on. */
  let pressed: EventTarget | undefined
  let isByFinger = false

  const press = createPickingKeys({ candidate, sought, host: layer.host, pick, stop })

  const hear = (event: Event) => {
    if (!isPicking.value) return
    if (event instanceof KeyboardEvent) {
      isInComponent.value = false
      return press(event)
    }
    if (layer.owns(event) && !isOnLid(event)) return
    event.stopImmediatePropagation()
    // The mouse events of a tap come later, and do not say that they are a finger's.
    if (event.type.startsWith('pointer')) isByFinger = (event as PointerEvent).pointerType === 'touch'
    // A touch must still scroll the page.
    if (!event.type.startsWith('touch') && !(event.type === 'pointerdown' && isByFinger))
      event.preventDefault()
    if (/^(pointermove|pointerdown|pointerup|click)$/.test(event.type)) point(event as MouseEvent)
    if (event.type === 'pointerdown') pressed = event.composedPath()[0]
    if (event.type === 'click' || isWithoutClick(event, pressed)) pick(event)
  }

  const start = (from?: HTMLElement) => {
    isInComponent.value = false
    isPicking.value = true
    candidate.value = from?.isConnected ? from : document.body
  }

  /** Picks the neighbour of an element at once. */
  const go = (step: Step, from: HTMLElement) => {
    // Beginning to pick gives the page back, with the elements that the template has replaced.
    start(from)
    const found = stepFrom(from, step, layer.host) ?? from
    found.scrollIntoView({ block: 'nearest' })
    picked(found, 'finger')
    stop()
  }

  for (const type of swallowed) addEventListener(type, hear, { capture: true, passive: false, signal: life })
  return { isPicking, candidate, isInComponent, sought, start, stop, go }
}

/** The device of an event. Not every browser gives a click a `pointerType`. */
function deviceOf(event: Event): PickedBy {
  const { pointerType } = event as PointerEvent
  const isByFinger = pointerType ? pointerType === 'touch' : !matchMedia('(pointer: fine)').matches
  return isByFinger ? 'finger' : 'mouse'
}

/** Whether an event is on a lid over one of the page's frames. */
function isOnLid(event: Event): boolean {
  return (event.composedPath()[0] as Partial<Element>).matches?.('.cover') ?? false
}

/** Whether no `click` event follows: of a disabled control, or if the page renders the element again while it is pressed. */
function isWithoutClick({ type, target }: Event, pressed: EventTarget | undefined): boolean {
  if (type !== 'pointerup') return false
  return (target as Element).matches?.(':disabled') || (pressed as Partial<Node>)?.isConnected === false
}
