import type { Layer } from './layer.ts'

/** Events in the editor that its own parts hear first, and then nobody. */
const hidden = [
  'change paste copy cut compositionstart compositionupdate compositionend',
  'click dblclick auxclick contextmenu mousedown mouseup mouseover mousemove mouseout',
  'pointerdown pointerup pointermove pointerover pointerout touchstart touchmove touchend',
  'focusin focusout submit wheel dragstart drop',
]
  .join(' ')
  .split(' ')

/** What is typed in the editor. A page has shortcuts, and knows no field but its own. */
const typed = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input']

/** Keeps events in the editor from the page, which may have shortcuts and click handlers of its own. */
export function hideEvents({ host, owns }: Layer, life: AbortSignal): void {
  for (const type of hidden) host.addEventListener(type, (event) => event.stopPropagation())
  const hide = (event: Event) => {
    if (!owns(event)) return
    event.stopImmediatePropagation()
    const [field] = event.composedPath()
    // What a key does by itself it does all the same, unless the editor prevents it.
    if (field?.dispatchEvent(copyOf(event)) === false) event.preventDefault()
  }
  for (const type of typed) addEventListener(type, hide, { capture: true, signal: life })
}

/** The same event, which does not leave the editor's shadow root. */
function copyOf(event: Event): Event {
  const { type, bubbles, cancelable } = event
  const inside = { bubbles, cancelable, composed: false }
  if (event instanceof InputEvent) {
    const { data, inputType, isComposing } = event
    return new InputEvent(type, { ...inside, data, inputType, isComposing })
  }
  if (!(event instanceof KeyboardEvent)) return new Event(type, inside)
  const { key, code, keyCode, repeat, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event
  const pressed = { key, code, keyCode, repeat, isComposing, ctrlKey, metaKey, altKey, shiftKey }
  return new KeyboardEvent(type, { ...inside, ...pressed })
}

/**
 * Whether a key is an input method's, by which letters are chosen. Safari ends the composition before the Enter that chooses: only the
 * `keyCode` tells. https://w3c.github.io/uievents/#determine-keydown-keyup-keyCode
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}
