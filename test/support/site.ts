import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Batch } from '../../wire/event.ts'
import type { PageRecord } from '../../wire/record.ts'
import { listen } from './local-server.ts'

/** How a server of the tests answers. What is left out: at once, with 200, as it should. */
export interface Behaviour {
  /** Only where the path has this; else as it should. */
  only?: string
  delayMs?: number
  /** Not before this is settled. */
  after?: Promise<unknown>
  /** Takes the request and never answers. */
  hangs?: boolean
  /** Answers with this status and an Error. */
  status?: number
  /** Answers with this text instead. */
  says?: string
  /** Of this type; `text/plain` if nothing is said. */
  type?: string
}

/** A file that a customer's server gives. */
export interface Asset {
  body: string | Uint8Array
  type?: string
  headers?: Record<string, string>
  /** Not given before this is settled. */
  after?: Promise<unknown>
  /** What follows the body in the same answer, once this is settled. */
  rest?: { after: Promise<unknown>; body: string }
}

export interface SeenRequest {
  method: string
  /** Path and query. */
  path: string
  host: 'pages' | 'motif'
}

/** Two servers, of two origins: a customer's pages, and what pages reach of Motif. */
export interface Site {
  /** Origin of the pages. */
  pages: string
  /** Origin of Motif: the built files, one record, and a collector that keeps what it is sent. */
  motif: string
  /** Files of the customer by path (`/`); what is not there is 404. */
  assets: Map<string, Asset>
  /** The record that `GET /p/{pattern}` gives; patterns that are not in `others` either are 404. */
  record: PageRecord
  /** Records of other patterns. */
  others: Map<string, PageRecord>
  /** Answers what the editor asks, and gives `editor.js`; 404 where it is not there. */
  editor?: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined
  /** How records, built files and the collector answer from now on. */
  behaviour: { record: Behaviour; files: Behaviour; collector: Behaviour }
  /** What the collector was sent, in the order it came. */
  batches: Batch[]
  /** Every request to either origin, in order, but for the browser's own `/favicon.ico`. */
  requests: SeenRequest[]
  close(): Promise<void>
}

const fileTypes: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

export async function startSite(record: PageRecord): Promise<Site> {
  const site = {
    assets: new Map<string, Asset>(),
    record,
    others: new Map<string, PageRecord>(),
    behaviour: { record: {}, files: {}, collector: {} },
    batches: [] as Batch[],
    requests: [] as SeenRequest[],
    editor: undefined as Site['editor'],
  }
  const pages = await listen((request, response) => servePages(site, request, response))
  const motif = await listen((request, response) => serveMotif(site, request, response))
  const close = async () => void (await Promise.all([pages.close(), motif.close()]))
  return Object.assign(site, { pages: pages.origin, motif: motif.origin, close })
}

type State = Omit<Site, 'pages' | 'motif' | 'close'>

async function servePages(site: State, request: IncomingMessage, response: ServerResponse) {
  const path = see(site, 'pages', request)
  const asset = site.assets.get(path)
  if (!asset) return send(response, 404, 'text/html', '<h1>Not found</h1>')
  await asset.after
  for (const [name, value] of Object.entries(asset.headers ?? {})) response.setHeader(name, value)
  const type = asset.type ?? typeOf(path)
  if (!asset.rest) return send(response, 200, type, asset.body)
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' }).write(asset.body)
  await asset.rest.after
  response.end(asset.rest.body)
}

async function serveMotif(site: State, request: IncomingMessage, response: ServerResponse) {
  const path = see(site, 'motif', request)
  response.setHeader('access-control-allow-origin', '*')
  if (path === '/e') {
    const batch = await textOf(request)
    if (batch === undefined) return
    site.batches.push(JSON.parse(batch) as Batch)
    return behave(path, site.behaviour.collector, response, () => response.writeHead(204).end())
  }
  if (path.startsWith('/p/')) {
    return behave(path, site.behaviour.record, response, () => sendRecord(site, path.slice(3), response))
  }
  if (site.editor && /^\/editor[./]/.test(path)) return site.editor(request, response)
  return behave(path, site.behaviour.files, response, () => sendFile(`dist${path}`, response))
}

async function behave(path: string, behaviour: Behaviour, response: ServerResponse, answer: () => void) {
  if (behaviour.only && !path.includes(behaviour.only)) return answer()
  if (behaviour.hangs) return
  await behaviour.after
  if (behaviour.delayMs) await wait(behaviour.delayMs)
  const { status, says, type = 'text/plain' } = behaviour
  if (status)
    return send(response, status, 'application/json', `{"error":${status * 100},"message":"As asked."}`)
  if (says !== undefined) return send(response, 200, type, says)
  answer()
}

function sendRecord(site: State, pattern: string, response: ServerResponse) {
  const record = pattern === site.record.pattern ? site.record : site.others.get(pattern)
  if (!record) return send(response, 404, 'application/json', '{"error":40400,"message":"None."}')
  send(response, 200, 'application/json; charset=utf-8', JSON.stringify(record))
}

function sendFile(file: string, response: ServerResponse) {
  if (!existsSync(file)) return send(response, 404, 'application/json', '{"error":40400,"message":"None."}')
  send(response, 200, typeOf(file), readFileSync(file))
}

function see(site: State, host: SeenRequest['host'], request: IncomingMessage): string {
  const path = request.url ?? '/'
  if (path !== '/favicon.ico') site.requests.push({ method: request.method ?? '', path, host })
  return path.replace(/[?#].*/, '')
}

function send(response: ServerResponse, status: number, type: string, body: string | Uint8Array) {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-cache' }).end(body)
}

function typeOf(path: string): string {
  return `${fileTypes[path.split('.').at(-1) ?? ''] ?? 'text/html'}; charset=utf-8`
}

/** The body of a request; undefined if the browser breaks it off, as when a test ends. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const parts = await request.toArray().catch(() => undefined)
  return parts && Buffer.concat(parts).toString()
}
