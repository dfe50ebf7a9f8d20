import type { Options } from '../../loader/options.ts'
import type { Event } from '../../wire/event.ts'
import { quietly } from '../life.ts'

/** Who is told of events. */
interface Listener {
  options: Options
  tell(event: Event): void
}

/**
 * Tells the page of an event, and `window.dataLayer` too where `data-datalayer` asks for it. Whatever throws there, the
 * event is counted, and once.
 */
export const tellPage =
  ({ options: { datalayer = 'off' }, tell }: Listener): Listener['tell'] =>
  (event) => {
    quietly(() => tell(event))
    if (datalayer !== 'off') quietly(() => push(event))
  }

/** As tag managers take it. */
const push = (event: Event) => {
  const page = window as { dataLayer?: { push(entry: object): unknown } }
  page.dataLayer ??= []
  page.dataLayer.push({ event: `motif_${event.type}`, motif: event })
}
