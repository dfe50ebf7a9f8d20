import { randomBytes } from 'node:crypto'
import type { Batch, Event, Report } from '../../../wire/event.ts'
import { type LocalService, token } from './records.ts'

export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

/** The name of a new visit, as the script makes it: 22 letters and digits. */
export function newVisitName(): string {
  return randomBytes(11).toString('hex')
}

/** A batch of a new visit of a person to the record, 5,230 ms old, unless `values` says otherwise. */
export function batchOf({ pattern }: { pattern: string }, values: Partial<Batch> = {}): Batch {
  return { v: 1, pattern, visit: newVisitName(), sent: 5230, input: true, events: [], ...values }
}

export function view(seq: number, values: Partial<Event> = {}): Event {
  return { seq, item: 'hero', type: 'view', at: 1310, ...values } as Event
}

export function click(seq: number, values: Partial<Event> = {}): Event {
  return { seq, item: 'cta', type: 'click', at: 4020, button: 'primary', ...values } as Event
}

export function duration(seq: number, ms: number, values: Partial<Event> = {}): Event {
  return { seq, item: 'pricing', type: 'duration', at: 5230, ms, ...values } as Event
}

export function report(values: Partial<Report> = {}): Report {
  return { applied: [], missing: [], refused: [], contested: [], ...values }
}

/** Sends to the collector as a page does; an object goes out as JSON, a text as it is. */
export function post(
  { url }: Pick<LocalService, 'url'>,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/e`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': browser, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** Sends batches that must all be accepted. */
export async function send(service: Pick<LocalService, 'url'>, ...batches: Batch[]): Promise<void> {
  for (const batch of batches) {
    const { status } = await post(service, batch)
    if (status !== 204) throw new Error(`the collector answered ${status}`)
  }
}

/** Asks for something of the service as the owner of a token. */
export function ask(
  { url }: Pick<LocalService, 'url'>,
  path: string,
  as = token,
  method = 'GET',
): Promise<Response> {
  return fetch(`${url}${path}`, { method, headers: as ? { authorization: `Bearer ${as}` } : {} })
}

export interface RecordResults {
  content: string
  pattern: string
  visits: number
  machines: number
  unsure: number
  lost: number
  items: { id: string; visits: number; events: number; ms: number; medianMs: number }[]
  report: { index: number; applied: number; missing: number; refused: number; contested: number }[]
  days: { day: string; visits: number; views: number; clicks: number; ms: number }[]
}

/** The results of a record. */
export async function resultsOf(
  service: Pick<LocalService, 'url'>,
  { id }: { id: string },
): Promise<RecordResults> {
  return (await ask(service, `/results/content/${id}`)).json() as Promise<RecordResults>
}

/** The results of a record's items as `hero 1/2` (visits/events), `pricing 1/2 5000 ms ~2500`. */
export async function itemsOf(service: Pick<LocalService, 'url'>, record: { id: string }): Promise<string[]> {
  const { items } = await resultsOf(service, record)
  return items.map(
    ({ id, visits, events, ms, medianMs }) =>
      `${id} ${visits}/${events}${ms || medianMs ? ` ${ms} ms ~${medianMs}` : ''}`,
  )
}
