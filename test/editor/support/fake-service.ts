import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Liquid } from 'liquidjs'
import { applyEdit } from '../../../editor/state/apply-edit.ts'
import { localText } from '../../../editor/state/localised.ts'
import {
  type CaseItem,
  type EditedTemplate,
  type EditorCases,
  type EditorPeople,
  type EditorPreview,
  type EditorPreviewWish,
  type EditorProspect,
  type EditorSession,
  mostBodyBytes,
  type PreviewedItem,
  type SavedEdits,
  type TemplateContentItem,
} from '../../../wire/editor.ts'
import { type ReceivedRequest, startLocalServer } from '../../support/local-server.ts'

/** A service that speaks wire/editor.ts and nothing else, for one template. */
export interface FakeService extends AsyncDisposable {
  url: string
  /** The current version. */
  template: EditedTemplate
  /** Every request, in order. */
  received: ReceivedRequest[]
  /** What it answers from now on in place of what it should. */
  trouble: { status?: number; breaks?: boolean; hangs?: boolean }
  /** How many links are out. */
  links: number
}

/** People whom the page can be seen as. */
const people: Record<string, Record<string, string>> = {
  anna: { name: 'Anna Berg', company: 'North Wind' },
  ben: { name: 'Ben Cole' },
}

const liquid = new Liquid()
const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
}

/** What such a service knows, to be answered for by a server of somebody else's: see `answerEditor`. */
export type FakeState = Pick<FakeService, 'template' | 'trouble' | 'links'>

export function fakeState(template: Partial<EditedTemplate> = {}): FakeState {
  return { template: templateOf(template), trouble: {}, links: 0 }
}

export async function startFakeService(template: Partial<EditedTemplate> = {}): Promise<FakeService> {
  const state = fakeState(template)
  const server = await startLocalServer((request, response) => answerEditor(state, request, response))
  return Object.assign(state, {
    url: server.url,
    received: server.received,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  })
}

function templateOf(given: Partial<EditedTemplate>): EditedTemplate {
  return {
    name: 'launch',
    version: 1,
    page: 'https://www.example.com/launch',
    languages: ['en', 'de'],
    content: [],
    analytics: [],
    fields: ['company', 'name', 'role', 'additional.city'],
    ...given,
  }
}

/** Any ticket opens a session. */
export function answerEditor(state: FakeState, request: ReceivedRequest, response: ServerResponse): void {
  const { method, path, body } = request
  const route = routes[`${method} ${path.split('?')[0]}`]
  if (method === 'OPTIONS') response.writeHead(204, cors).end()
  else if (path === '/editor.js') sendEditor(response)
  else if (path === '/editor/session' && method === 'POST') sendJson(response, 200, session)
  else if (state.trouble.hangs) return
  else if (state.trouble.breaks) response.destroy()
  else if (state.trouble.status) sendError(response, state.trouble.status)
  else if (Buffer.byteLength(body) > mostBodyBytes) sendError(response, 413)
  else if (!route || request.headers.authorization !== 'Bearer the-session') sendError(response, 401)
  else
    route(
      state,
      response,
      request.headers['content-type'] === 'application/json' ? JSON.parse(body) : body,
      path,
    )
}

const session: EditorSession = {
  session: 'the-session',
  expiresAt: '2030-01-01T00:00:00.000Z',
  template: 'launch',
}

type Route = (state: FakeState, response: ServerResponse, body: unknown, path: string) => void

const routes: Record<string, Route> = {
  'GET /editor/template': ({ template }, response) => sendJson(response, 200, template),
  'PUT /editor/template': (state, response, body) => {
    const { version, fingerprint, edits } = body as SavedEdits
    const { fingerprint: current, ...template } = state.template
    if (version !== template.version || fingerprint !== current) return sendError(response, 409)
    state.template = { ...edits.reduce(applyEdit, template), version: version + 1 }
    sendJson(response, 200, state.template)
  },
  'POST /editor/preview': ({ template }, response, body) => {
    const wish = body as EditorPreviewWish
    if (wish.version === 0 && wish.fingerprint !== template.fingerprint) return sendError(response, 409)
    sendJson(response, 200, preview(template, wish))
  },
  'GET /editor/prospects': (_, response, __, path) => {
    const search = new URL(path, 'http://local').searchParams.get('search')?.toLowerCase() ?? ''
    const found = Object.entries(people).filter(([, fields]) =>
      Object.values(fields).join(' ').toLowerCase().includes(search),
    )
    sendJson(response, 200, { prospects: found.map(([id, fields]) => ({ id, ...fields })) })
  },
  'GET /editor/people': ({ template }, response) =>
    sendJson(response, 200, knownOf(template.name === 'unlisted' ? [] : Object.entries(people))),
  'POST /editor/cases': ({ template }, response, body) =>
    sendJson(response, 200, count(template, body as SavedEdits)),
  'POST /editor/pictures': (_, response) => sendJson(response, 200, { url: '/kept.svg' }),
  'POST /editor/regenerate': ({ links }, response) => sendJson(response, 202, { records: links }),
  'DELETE /editor/session': (_, response) => void response.writeHead(204, cors).end(),
}

/** All people are in one campaign, but of a template named `unlisted`. */
function knownOf(all: [string, Record<string, string>][]): EditorPeople {
  const fields = [...new Set(all.flatMap(([, prospect]) => Object.keys(prospect)))]
  const valuesOf = (field: string) => all.flatMap(([, prospect]) => prospect[field] ?? [])
  return {
    campaigns: [{ id: 'spring', name: 'Spring' }],
    campaign: 'spring',
    people: all.length,
    first: all.map(([id, { name = '', company }]) => ({ id, name, ...(company && { company }) })),
    fields: Object.fromEntries(
      fields.map((field) => {
        const values = valuesOf(field)
        const counted = values.map((value) => ({ value, people: 1 }))
        return [field, { known: values.length, values: counted }]
      }),
    ),
  }
}

/** The case that a person gets: it knows values, and whether a field is known. */
function caseFor(cases: readonly CaseItem[], prospect: Record<string, string>): number {
  return cases.findIndex(({ when }) =>
    Object.entries(when).every(([field, condition]) =>
      typeof condition === 'object' && 'known' in condition
        ? condition.known === field in prospect
        : [condition].flat().includes(prospect[field] ?? ''),
    ),
  )
}

function count(template: EditedTemplate, { edits }: SavedEdits): EditorCases {
  const { content } = edits.reduce(applyEdit, template)
  const all = knownOf(Object.entries(people)).first
  const items = content.flatMap(({ for: cases }, index) => {
    if (!cases) return []
    const taken = all.map(({ id }) => caseFor(cases, people[id] ?? {}))
    const firstOf = (at: number) => all[taken.indexOf(at)] as EditorProspect
    const counted = cases.map(({ when }, at) => {
      const takenBy = cases.slice(0, at).findIndex((one) => JSON.stringify(one.when) === JSON.stringify(when))
      const known = { people: taken.filter((each) => each === at).length, first: firstOf(at) }
      return { ...known, ...(takenBy >= 0 && { takenBy }) }
    })
    const others = { others: taken.filter((each) => each < 0).length, firstOther: firstOf(-1) }
    return { index, cases: counted, ...others }
  })
  return { people: all.length, items }
}

function preview(template: EditedTemplate, wish: EditorPreviewWish): EditorPreview {
  const { content } = wish.edits.reduce(applyEdit, template)
  const prospect = people[wish.prospect ?? ''] ?? {}
  const show = (item: TemplateContentItem): PreviewedItem => {
    const { selector, type } = item
    const taken = item.for?.[caseFor(item.for, prospect)]
    const source = localText(taken ? taken.payload : item.payload, wish.language)
    const payload: string = liquid.parseAndRenderSync(source, { prospect })
    const sure = liquid.parseAndRenderSync(source.replace(/\|\s*default:\s*('[^']*'|"[^"]*")/g, ''), {
      prospect,
    })
    const shown = { selector, type, ...(item.for && { case: caseFor(item.for, prospect) }) }
    if (payload.trim() === '') return { ...shown, gap: 'empty' }
    return { ...shown, payload, ...(sure !== payload && { gap: 'default' as const }) }
  }
  return { content: content.map(show), problems: [] }
}

function sendEditor(response: ServerResponse): void {
  response.writeHead(200, { ...cors, 'content-type': 'text/javascript' }).end(readFileSync('dist/editor.js'))
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendError(response: ServerResponse, status: number): void {
  sendJson(response, status, { error: status * 100 + 1, message: `The service says ${status}.` })
}
