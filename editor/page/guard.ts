/** The browser's own methods that stop an event. The editor uses them, because `guardEvents` replaces those of the page. */
const { preventDefault, stopPropagation, stopImmediatePropagation } = Event.prototype

/** Stops an event for the page, and prevents the browser's default action. */
export function cancel(event: Event): void {
  preventDefault.call(event)
}

/** Stops an event for all later listeners. */
export function swallow(event: Event): void {
  stopImmediatePropagation.call(event)
}

/**
 * Prevents the page's listeners from stopping or cancelling the editor's events. A page that swallows clicks and keys listens on the
 * window, and did so before the editor came, so no listener of the editor can run before it. The signal's abort restores everything.
 */
export function guardEvents(isOurs: (event: Event) => boolean, signal: AbortSignal): void {
  const guarded = { preventDefault, stopPropagation, stopImmediatePropagation }
  for (const [name, native] of Object.entries(guarded)) {
    const ours = function (this: Event) {
      if (!isOurs(this)) native.call(this)
    }
    Reflect.set(Event.prototype, name, ours)
    signal.addEventListener('abort', () => Reflect.set(Event.prototype, name, native))
  }
  guardProperty('cancelBubble', true, isOurs, signal)
  guardProperty('returnValue', false, isOurs, signal)
}

/** Guards a property by which older code stops an event. */
function guardProperty(
  name: 'cancelBubble' | 'returnValue',
  stops: boolean,
  isOurs: (event: Event) => boolean,
  signal: AbortSignal,
): void {
  const native = Object.getOwnPropertyDescriptor(Event.prototype, name)
  if (!native?.set) return
  const { set } = native
  Object.defineProperty(Event.prototype, name, {
    ...native,
    set(this: Event, value: boolean) {
      if (value !== stops || !isOurs(this)) set.call(this, value)
    },
  })
  signal.addEventListener('abort', () => Object.defineProperty(Event.prototype, name, native))
}

/** What says which key was pressed, and what was typed, with what it says to the page. */
const told: [prototype: object, name: string, nothing: unknown][] = [
  [KeyboardEvent.prototype, 'key', 'Unidentified'],
  [KeyboardEvent.prototype, 'code', ''],
  [KeyboardEvent.prototype, 'keyCode', 0],
  [KeyboardEvent.prototype, 'charCode', 0],
  [UIEvent.prototype, 'which', 0],
  [InputEvent.prototype, 'data', null],
]

const keyGetter = Object.getOwnPropertyDescriptor(KeyboardEvent.prototype, 'key')?.get

/** The key of an event, also for the editor's listeners on the window: see `hideKeysFromPage`. */
export function keyPressed(event: KeyboardEvent): string {
  return keyGetter?.call(event) ?? event.key
}

/**
 * Whether a key is an input method's, by which letters are chosen. Safari ends the composition before the Enter that chooses: only the
 * `keyCode` tells. https://w3c.github.io/uievents/#determine-keydown-keyup-keyCode
 */
export function isOfInputMethod({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229
}

/**
 * Hides from the page which keys are pressed in the editor. A listener on the window that was there before the editor hears that one is,
 * so a shortcut of the page's own must not know it. The editor's listeners in its own root read on.
 */
export function hideKeysFromPage(
  root: ShadowRoot,
  isOurs: (event: Event) => boolean,
  signal: AbortSignal,
): void {
  for (const [prototype, name, nothing] of told) {
    const native = Object.getOwnPropertyDescriptor(prototype, name)
    if (!native?.get) continue
    const { get } = native
    const read = function (this: Event) {
      const isHidden = isOurs(this) && (this.currentTarget as Partial<Node> | null)?.getRootNode?.() !== root
      return isHidden ? nothing : get.call(this)
    }
    Object.defineProperty(prototype, name, { ...native, get: read })
    signal.addEventListener('abort', () => Object.defineProperty(prototype, name, native))
  }
}

const ownEvents = [
  'keydown keypress keyup beforeinput input change paste copy cut',
  'click dblclick auxclick contextmenu mousedown mouseup mouseover mousemove mouseout',
  'pointerdown pointerup pointermove pointerover pointerout touchstart touchmove touchend',
  'focusin focusout submit wheel dragstart drop',
]
  .join(' ')
  .split(' ')

/** Keeps events in the editor from the page, which may have shortcuts and click handlers. */
export function hideEventsFromPage(host: HTMLElement): void {
  for (const type of ownEvents) host.addEventListener(type, (event) => stopPropagation.call(event))
}
