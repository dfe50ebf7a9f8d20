import type { Options } from '../../loader/options.ts'
import type { Event } from '../../wire/event.ts'
import { quietly } from '../life.ts'

/** What is told about events. */
interface Listener {
  options: Options
  tell(event: Event): void
}

/**
 * Tells the page about an event, and `window.dataLayer` too if `data-datalayer` asks for it. What throws there is ignored:
 * the event counts, and counts once.
 */
export const tellPage =
  ({ options: { datalayer = 'off' }, tell }: Listener): Listener['tell'] =>
  (event) => {
    quietly(() => tell(event))
    if (!/^(off|false)$/.test(`${datalayer}`)) quietly(() => push(event))
  }

/** Pushes an event in the form that tag managers expect. */
const push = (event: Event) => {
  const page = window as { dataLayer?: { push(entry: object): unknown } }
  page.dataLayer ??= []
  page.dataLayer.push({ event: `motif_${event.type}`, motif: event })
}
