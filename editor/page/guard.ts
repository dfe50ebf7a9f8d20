/** What stops an event, as the browser has it: for the editor itself, which the page cannot stop. */
const { preventDefault, stopPropagation, stopImmediatePropagation } = Event.prototype

/** Keeps an event to the editor: the browser does nothing of its own with it. */
export function cancel(event: Event): void {
  preventDefault.call(event)
}

/** Keeps an event from everything that would hear it later. */
export function swallow(event: Event): void {
  stopImmediatePropagation.call(event)
}

/**
 * Takes from the page's listeners the power to stop or cancel events that are the editor's. A page that swallows clicks
 * and keys listens on the window, and did so before the editor came: nothing else can be ahead of it. All is as it was
 * when the signal ends it.
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

/** The older words for the same. */
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

const ownEvents = [
  'keydown keypress keyup beforeinput input change paste copy cut',
  'click dblclick auxclick contextmenu mousedown mouseup mouseover mousemove mouseout',
  'pointerdown pointerup pointermove pointerover pointerout touchstart touchmove touchend',
  'focusin focusout submit wheel dragstart drop',
]
  .join(' ')
  .split(' ')

/** What is done in the editor is not heard by the page, which may have keys and clicks of its own. */
export function keepEvents(host: HTMLElement): void {
  for (const type of ownEvents) host.addEventListener(type, (event) => stopPropagation.call(event))
}
