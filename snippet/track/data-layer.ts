import type { Options } from '../../loader/options.ts'
import type { Event } from '../../wire/event.ts'

/** Who is told of events. */
interface Listener {
  options: Options
  tell(event: Event): void
}

/** Tells the page of an event, and `window.dataLayer` too where `data-datalayer` asks for it. */
export const tellPage = ({ options: { datalayer = 'off' }, tell }: Listener): Listener['tell'] =>
  datalayer === 'off'
    ? tell
    : (event) => {
        tell(event)
        push(event)
      }

/** As tag managers take it. What of the page's own throws while it listens there is not an error of Motif's. */
const push = (event: Event) => {
  const page = window as { dataLayer?: { push(entry: object): unknown } }
  try {
    page.dataLayer ??= []
    page.dataLayer.push({ event: `motif_${event.type}`, motif: event })
  } catch {}
}
