import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const hubspotVersion = '2026-09'
const account = 4711
const allScopes =
  `crm.lists.read crm.objects.contacts.read crm.objects.contacts.write crm.objects.companies.read
  crm.schemas.contacts.read crm.schemas.contacts.write`.split(/\s+/)

/** What the forms of all bodies have. */
interface Body {
  inputs: { id: string; name: string; groupName: string; properties: Record<string, string> }[]
  properties: string[]
  query?: string
  additionalProperties?: string[]
  tokenKey?: string
  name?: string
  label?: string
  displayOrder?: number
}

/** What a property of a type takes. */
const forms: Record<string, RegExp> = { string: /./, number: /^\d+$/, datetime: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ }

interface Stored {
  properties: Record<string, string>
  company?: string
  isDeleted?: boolean
  /** The contact that it was merged into. */
  into?: string
}

/** A request that the server has got, by the path of the dated version, with its answer. */
export interface Asked {
  method: string
  path: string
  body: never
  status: number
  answer: unknown
}

/** An answer out of the ordinary, for the requests whose path it is. */
interface Trouble {
  path: RegExp
  /** 0: no answer at all. */
  status: number
  retryAfter?: number
  /** How many; by default all, until `troubles` is emptied. */
  times?: number
  /** Whether the request is done before it is answered so. */
  isDone?: boolean
}

class Refused extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, category: string, message: string, more: object = {}) {
    super(message)
    this.status = status
    this.body = { status: 'error', message, correlationId: randomUUID(), category, ...more }
  }
}

/**
 * HubSpot on loopback, as its documentation describes the calls that Motif makes; `@hubspot/api-client` makes the same calls
 * by its older paths. It allows 100 requests in ten seconds, as for a free account.
 */
export async function startHubspot() {
  const tokens = new Map([['pat-eu1-0000-all', allScopes]])
  const contacts = new Map<string, Stored>()
  const companies = new Map<string, Record<string, string>>()
  const lists = new Map<string, { name: string; objectTypeId: string; members: string[] }>()
  const groups = new Set<string>()
  const properties = new Map<string, Record<string, unknown>>()
  const asked: Asked[] = []
  /** What was written into contacts, one after the other. */
  const writes: { id: string; properties: Record<string, string> }[] = []
  const troubles: Trouble[] = []
  const times: number[] = []

  const now = () => new Date().toISOString()
  const batch = (results: unknown[], errors: object[] = []) => ({
    status: 'COMPLETE',
    results,
    startedAt: now(),
    completedAt: now(),
    ...(errors.length > 0 && { numErrors: errors.length, errors }),
  })
  const objectOf = (id: string, all: Record<string, string>, names: string[] = Object.keys(all)) => ({
    id,
    properties: Object.fromEntries(names.map((name) => [name, all[name] ?? null])),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: now(),
    archived: false,
  })
  /** A contact by the id that it has now. */
  const find = (id: string): [string, Stored] | undefined => {
    const stored = contacts.get(id)
    if (stored?.into) return find(stored.into)
    return stored && !stored.isDeleted ? [id, stored] : undefined
  }
  const listOf = ([id, { name, objectTypeId }]: [string, { name: string; objectTypeId: string }]) => {
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
    const states = { processingType: 'DYNAMIC', processingStatus: 'COMPLETE', listVersion: 1 }
    return { listId: id, name, objectTypeId, ...states, ...times }
  }
  const ids = ({ inputs }: Body, most: number) => {
    const tooMany = `The maximum number of inputs supported in a batch request is ${most}.`
    if (inputs.length > most) throw new Refused(400, 'VALIDATION_ERROR', tooMany)
    return inputs.map(({ id }) => id)
  }
  /** What is done with each contact; those that are gone are errors. */
  const batchContacts = (body: Body, answer: (found: [string, Stored], at: number) => object) => {
    const wanted = ids(body, 100)
    const gone = wanted.filter((id) => !find(id))
    const message = 'Could not get some CONTACT objects, they may be deleted or not exist.'
    const error = {
      status: 'error',
      category: 'OBJECT_NOT_FOUND',
      message,
      context: { ids: gone },
      links: {},
      errors: [],
    }
    const results = wanted.flatMap((id, at) => {
      const found = find(id)
      return found ? [answer(found, at)] : []
    })
    return batch(results, gone.length > 0 ? [error] : [])
  }

  type Handler = (body: Body, match: RegExpExecArray, url: URL) => unknown
  const routes: { method: string | undefined; path: RegExp; scope: string; handle: Handler }[] = []
  /** Method and path, the scope that it takes, what it answers. */
  function on(route: string, scope: string, handle: Handler): void {
    const [method, path = ''] = route.split(' ')
    routes.push({ method, path: RegExp(`^${path.replace('VERSION', hubspotVersion)}$`), scope, handle })
  }

  on('GET /account-info/VERSION/details', '', () => ({ portalId: account, uiDomain: 'app-eu1.hubspot.com' }))
  on('POST /oauth/v2/private-apps/get/access-token-info', '', ({ tokenKey = '' }) => {
    return { userId: 1, hubId: account, appId: 2, scopes: tokens.get(tokenKey) }
  })
  on('POST /crm/lists/VERSION/search', 'crm.lists.read', ({ query = '', additionalProperties = [] }) => {
    const found = [...lists].filter(([, { name }]) => name.toLowerCase().includes(query.toLowerCase()))
    const more = (members: string[]) =>
      additionalProperties.includes('hs_list_size') ? { hs_list_size: String(members.length) } : {}
    const answer = found.map((each) => ({ ...listOf(each), additionalProperties: more(each[1].members) }))
    return { total: found.length, offset: found.length, hasMore: false, lists: answer }
  })
  on('GET /crm/lists/VERSION/(\\d+)', 'crm.lists.read', (_, [, id = '']) => {
    const list = lists.get(id)
    if (!list) throw new Refused(404, 'OBJECT_NOT_FOUND', `List does not exist with ID ${id}.`)
    return { list: listOf([id, list]) }
  })
  on('GET /crm/lists/VERSION/(\\d+)/memberships', 'crm.lists.read', (_, [, id = ''], { searchParams }) => {
    const limit = Number(searchParams.get('limit') ?? 100)
    if (limit > 250) throw new Refused(400, 'VALIDATION_ERROR', 'limit must be at most 250')
    const all = (lists.get(id)?.members ?? []).filter((member) => !contacts.get(member)?.isDeleted)
    const from = Number(searchParams.get('after') ?? 0)
    const part = all.slice(from, from + limit)
    const next = { paging: { next: { after: String(from + limit), link: '?' } } }
    const results = part.map((recordId) => ({ recordId, membershipTimestamp: now() }))
    return { total: all.length, results, ...(from + limit < all.length && next) }
  })
  on('POST /crm/objects/VERSION/contacts/batch/read', 'crm.objects.contacts.read', (body) =>
    batchContacts(body, ([id, { properties, company }]) =>
      objectOf(id, { ...properties, ...(company && { associatedcompanyid: company }) }, body.properties),
    ),
  )
  on('POST /crm/objects/VERSION/companies/batch/read', 'crm.objects.companies.read', (body) =>
    batch(ids(body, 100).map((id) => objectOf(id, companies.get(id) ?? {}, body.properties))),
  )
  on('POST /crm/objects/VERSION/contacts/batch/update', 'crm.objects.contacts.write', (body) => {
    for (const { id, properties: given } of body.inputs) {
      const errors = Object.entries(given).flatMap(([name, value]) => {
        const type = String(properties.get(name)?.type)
        const error = !properties.has(name)
          ? 'PROPERTY_DOESNT_EXIST'
          : forms[type]?.test(value)
            ? ''
            : 'INVALID'
        return error ? [{ isValid: false, error, name }] : []
      })
      const said = `Property values were not valid: ${JSON.stringify(errors)}`
      if (errors.length > 0) throw new Refused(400, 'VALIDATION_ERROR', said)
      if (find(id)?.[1].properties.lastname === 'Rule')
        throw new Refused(400, 'VALIDATION_ERROR', 'Some required properties were not set: reason.')
    }
    return batchContacts(body, ([id, stored], at) => {
      const { properties = {} } = body.inputs[at] ?? {}
      writes.push({ id, properties })
      Object.assign(stored.properties, properties)
      return objectOf(id, stored.properties)
    })
  })
  on('POST /crm/properties/VERSION/contacts/batch/read', 'crm.schemas.contacts.read', (body) =>
    batch(body.inputs.flatMap(({ name }) => properties.get(name) ?? [])),
  )
  on('POST /crm/properties/VERSION/contacts/groups', 'crm.schemas.contacts.write', (body) => {
    const { name = '', label, displayOrder } = body
    if (groups.has(name)) throw new Refused(409, 'CONFLICT', `A property group named ${name} already exists.`)
    groups.add(name)
    return { name, label, displayOrder, archived: false }
  })
  on('POST /crm/properties/VERSION/contacts/batch/create', 'crm.schemas.contacts.write', (body) => {
    for (const property of body.inputs) {
      if (!groups.has(property.groupName)) throw new Refused(400, 'VALIDATION_ERROR', 'no such group')
      properties.set(property.name, { ...property, options: [], hidden: false, formField: false })
    }
    return batch(body.inputs.map(({ name }) => properties.get(name)))
  })

  function answerTo(
    request: IncomingMessage,
    body: unknown,
  ): { status: number; answer: unknown; retryAfter?: number } {
    const url = new URL(request.url ?? '/', 'http://hubspot')
    const path = datedPath(url.pathname)
    const trouble = troubles.find((each) => each.path.test(path))
    const fail = (status: number, retryAfter?: number) => ({
      ...{ status, answer: new Refused(status, 'RATE_LIMITS', 'You have reached your limit.').body },
      ...(retryAfter !== undefined && { retryAfter }),
    })
    if (trouble) {
      if (trouble.times !== undefined && --trouble.times <= 0) troubles.splice(troubles.indexOf(trouble), 1)
      if (!trouble.isDone) return fail(trouble.status, trouble.retryAfter)
    }
    times.push(Date.now())
    if (times.filter((at) => at > Date.now() - 10_000).length > 100) return fail(429, 10)
    try {
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const scopes = tokens.get(token)
      if (!scopes) throw new Refused(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.')
      const route = routes.find((each) => each.method === request.method && each.path.test(path))
      if (!route) throw new Refused(404, 'NOT_FOUND', `No route ${request.method} ${path}`)
      const { path: of, scope, handle } = route
      if (scope && !scopes.includes(scope)) {
        const context = { requiredGranularScopes: [scope] }
        const errors = [{ message: 'One or more of the following scopes are required.', context }]
        throw new Refused(403, 'MISSING_SCOPES', 'This app hasn’t been granted all required scopes.', {
          errors,
        })
      }
      const answer = handle(body as Body, of.exec(path) as RegExpExecArray, url)
      if (trouble) return fail(trouble.status, trouble.retryAfter)
      const isMade = /\/(groups|batch\/create)$/.test(path)
      return { status: isMade ? 201 : (answer as { errors?: object[] }).errors ? 207 : 200, answer }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { status: error.status, answer: error.body }
    }
  }

  const server = createServer(async (request, response) => {
    const sent = await text(request)
    const body = sent ? (JSON.parse(sent) as unknown) : undefined
    const { status, answer, retryAfter } = answerTo(request, body)
    if (status === 0) return
    const path = datedPath(new URL(request.url ?? '/', 'http://hubspot').pathname)
    asked.push({ method: request.method ?? '', path, body: body as never, status, answer })
    const headers = {
      'content-type': 'application/json',
      ...(retryAfter && { 'retry-after': String(retryAfter) }),
    }
    response.writeHead(status, headers).end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    tokens,
    contacts,
    companies,
    lists,
    groups,
    properties,
    asked,
    troubles,
    writes,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

export type HubspotServer = Awaited<ReturnType<typeof startHubspot>>

/** `/crm/v3/objects/contacts` as `/crm/objects/2026-09/contacts`. */
function datedPath(path: string): string {
  return path.replace(/^\/crm\/v[34]\/(\w+)/, `/crm/$1/${hubspotVersion}`)
}
