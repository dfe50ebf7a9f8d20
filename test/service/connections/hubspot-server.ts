import fastify, { type FastifyRequest } from 'fastify'

const version = '2026-09'
const account = 4711

/** What the forms of all requests have. */
interface Parts {
  Params: { id: string }
  Querystring: { limit?: number; after?: number }
  Body: {
    inputs: { id: string; name: string; groupName: string; properties: Record<string, string> }[]
    properties: string[]
    query?: string
    additionalProperties?: string[]
    tokenKey?: string
    name?: string
  }
}

/** What a property of a type takes. */
const forms: Record<string, RegExp> = { string: /./, number: /^\d+$/, datetime: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ }

/** `into`: the contact that it was merged into. */
type Contact = { properties: Record<string, string>; into?: string }
type List = { name: string; objectTypeId: string; members: string[] }

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

const correlationId = 'aeb5f871-7f07-4993-9211-075dc63e7cbf'

/** An error as HubSpot answers it. */
function refused(status: number, category: string, message: string, errors: object[] = [], retryAfter = 0) {
  const answer = { status: 'error', message, correlationId, category, errors }
  return Object.assign(new Error(message), { status, answer, retryAfter })
}

function limited(status: number, retryAfter?: number) {
  return refused(status, 'RATE_LIMITS', 'You have reached your limit.', [], retryAfter)
}

const at = '2026-01-01T00:00:00.000Z'

function toBatch(results: unknown[], errors: object[] = []) {
  const failed = errors.length > 0 && { numErrors: errors.length, errors }
  return { status: 'COMPLETE', results, startedAt: at, completedAt: at, ...failed }
}

function toObject(id: string, all: Record<string, string>, names = Object.keys(all)) {
  const properties = Object.fromEntries(names.map((name) => [name, all[name] ?? null]))
  return { id, properties, createdAt: at, updatedAt: at, archived: false }
}

function toList(id: string, { name, objectTypeId }: List) {
  const states = { processingType: 'DYNAMIC', processingStatus: 'COMPLETE', listVersion: 1 }
  return { listId: id, name, objectTypeId, ...states, createdAt: at, updatedAt: at }
}

function idsIn({ inputs }: Parts['Body']): string[] {
  if (inputs.length <= 100) return inputs.map(({ id }) => id)
  throw refused(400, 'VALIDATION_ERROR', 'The maximum number of inputs supported in a batch request is 100.')
}

/**
 * HubSpot on loopback, as its documentation describes the calls that Motif makes; `@hubspot/api-client` makes the same calls
 * by its older paths. It allows 100 requests in ten seconds, as for a free account.
 */
export async function startHubspot() {
  const allScopes: string[] = []
  const tokens = new Map([['pat-eu1-0000-all', allScopes]])
  const contacts = new Map<string, Contact>()
  const companies = new Map<string, Record<string, string>>()
  const lists = new Map<string, List>()
  const groups = new Set<string>()
  const properties = new Map<string, Record<string, unknown>>()
  /** The requests, by the path of the dated version, with their answers. */
  const asked: { path: string; body: never; status: number; answer: unknown }[] = []
  /** What was written into contacts, one after the other. */
  const writes: { id: string; properties: Record<string, string> }[] = []
  const troubles: Trouble[] = []
  const times: number[] = []

  /** A contact by the id that it has now. */
  function find(id: string): [string, Contact] | undefined {
    const stored = contacts.get(id)
    return stored?.into ? find(stored.into) : stored && [id, stored]
  }
  /** What is done with each contact; those that are gone are errors. */
  function batchContacts(body: Parts['Body'], answer: (id: string, stored: Contact, at: number) => object) {
    const ids = idsIn(body)
    const gone = ids.filter((id) => !find(id))
    const message = 'Could not get some CONTACT objects, they may be deleted or not exist.'
    const context = { ids: gone }
    const error = { status: 'error', category: 'OBJECT_NOT_FOUND', message, context, links: {}, errors: [] }
    const results = ids.flatMap((id, at) => {
      const [now, stored] = find(id) ?? []
      return now && stored ? [answer(now, stored, at)] : []
    })
    return toBatch(results, gone.length > 0 ? [error] : [])
  }
  function assertTaken(id: string, given: Record<string, string>): void {
    for (const [name, value] of Object.entries(given))
      if (!forms[String(properties.get(name)?.type)]?.test(value))
        throw refused(400, 'VALIDATION_ERROR', `Property values were not valid: ${name}`)
    if (find(id)?.[1].properties.lastname === 'Rule')
      throw refused(400, 'VALIDATION_ERROR', 'Some required properties were not set: reason.')
  }

  const rewriteUrl = ({ url = '/' }) => url.replace(/^\/crm\/v[34]\/(\w+)/, `/crm/$1/${version}`)
  const app = fastify({ rewriteUrl, forceCloseConnections: true })
  app.setErrorHandler(({ status, answer, retryAfter }: ReturnType<typeof refused>, _, reply) => {
    if (status === 0) return reply.hijack()
    if (retryAfter > 0) reply.header('retry-after', retryAfter)
    return reply.code(status).send(answer)
  })
  app.addHook<Parts>('preSerialization', async ({ url, body }, { statusCode: status }, answer) => {
    asked.push({ path: url.replace(/\?.*/, ''), body: body as never, status, answer })
    return answer
  })

  function assertGranted(token: string, scope: string): void {
    const scopes = tokens.get(token)
    if (!scopes) throw refused(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.')
    if (scope === '' || scopes.includes(scope)) return
    const message = 'One or more of the following scopes are required.'
    const errors = [{ message, context: { requiredGranularScopes: [scope] } }]
    throw refused(403, 'MISSING_SCOPES', 'This app hasn’t been granted all required scopes.', errors)
  }
  /** Method and path, the scope that it takes, what it answers. */
  function on(route: string, scope: string, handle: (request: FastifyRequest<Parts>) => object): void {
    if (scope && !allScopes.includes(scope)) allScopes.push(scope)
    const [method = '', url = ''] = route.replace('VERSION', version).split(' ')
    app.route<Parts>({
      method,
      url,
      async handler(request, reply) {
        const trouble = troubles.find(({ path }) => path.test(request.url))
        if (trouble?.times !== undefined && --trouble.times <= 0)
          troubles.splice(troubles.indexOf(trouble), 1)
        const failure = trouble && limited(trouble.status, trouble.retryAfter)
        if (failure && !trouble.isDone) throw failure
        times.push(Date.now())
        if (times.filter((time) => time > Date.now() - 10_000).length > 100) throw limited(429, 10)
        assertGranted(request.headers.authorization?.replace('Bearer ', '') ?? '', scope)
        const answer = handle(request)
        if (failure) throw failure
        const isMade = /\/(groups|batch\/create)$/.test(url)
        return reply.code(isMade ? 201 : 'errors' in answer ? 207 : 200).send(answer)
      },
    })
  }

  on('GET /account-info/VERSION/details', '', () => ({ portalId: account, uiDomain: 'app-eu1.hubspot.com' }))
  on('POST /oauth/v2/private-apps/get/access-token-info', '', ({ body: { tokenKey = '' } }) => {
    return { userId: 1, hubId: account, appId: 2, scopes: tokens.get(tokenKey) }
  })
  on('POST /crm/lists/VERSION/search', 'crm.lists.read', ({ body }) => {
    const { query = '', additionalProperties } = body
    const found = [...lists].filter(([, { name }]) => name.toLowerCase().includes(query.toLowerCase()))
    const all = found.map(([id, list]) => {
      const more = additionalProperties && { hs_list_size: String(list.members.length) }
      return { ...toList(id, list), additionalProperties: more ?? {} }
    })
    return { total: found.length, offset: found.length, hasMore: false, lists: all }
  })
  on('GET /crm/lists/VERSION/:id', 'crm.lists.read', ({ params: { id } }) => {
    const list = lists.get(id)
    if (!list) throw refused(404, 'OBJECT_NOT_FOUND', `List does not exist with ID ${id}.`)
    return { list: toList(id, list) }
  })
  on('GET /crm/lists/VERSION/:id/memberships', 'crm.lists.read', ({ params: { id }, query }) => {
    const [limit, from] = [Number(query.limit ?? 100), Number(query.after ?? 0)]
    if (limit > 250) throw refused(400, 'VALIDATION_ERROR', 'limit must be at most 250')
    const all = (lists.get(id)?.members ?? []).filter((id) => contacts.has(id))
    const part = all.slice(from, from + limit)
    const next = { paging: { next: { after: String(from + limit), link: '?' } } }
    const results = part.map((recordId) => ({ recordId, membershipTimestamp: at }))
    return { total: all.length, results, ...(from + limit < all.length && next) }
  })
  on('POST /crm/objects/VERSION/contacts/batch/read', 'crm.objects.contacts.read', ({ body }) =>
    batchContacts(body, (id, { properties }) => toObject(id, properties, body.properties)),
  )
  on('POST /crm/objects/VERSION/companies/batch/read', 'crm.objects.companies.read', ({ body }) =>
    toBatch(idsIn(body).map((id) => toObject(id, companies.get(id) ?? {}, body.properties))),
  )
  on('POST /crm/objects/VERSION/contacts/batch/update', 'crm.objects.contacts.write', ({ body }) => {
    for (const { id, properties } of body.inputs) assertTaken(id, properties)
    return batchContacts(body, (id, stored, at) => {
      const { properties = {} } = body.inputs[at] ?? {}
      writes.push({ id, properties })
      Object.assign(stored.properties, properties)
      return toObject(id, stored.properties)
    })
  })
  on('POST /crm/properties/VERSION/contacts/batch/read', 'crm.schemas.contacts.read', ({ body }) =>
    toBatch(body.inputs.flatMap(({ name }) => properties.get(name) ?? [])),
  )
  on('POST /crm/properties/VERSION/contacts/groups', 'crm.schemas.contacts.write', ({ body }) => {
    const { name = '' } = body
    if (groups.has(name)) throw refused(409, 'CONFLICT', `A property group named ${name} already exists.`)
    groups.add(name)
    return { ...body, archived: false }
  })
  on('POST /crm/properties/VERSION/contacts/batch/create', 'crm.schemas.contacts.write', ({ body }) => {
    for (const property of body.inputs) {
      if (!groups.has(property.groupName)) throw refused(400, 'VALIDATION_ERROR', 'no such group')
      properties.set(property.name, { ...property, options: [], hidden: false, formField: false })
    }
    return toBatch(body.inputs.map(({ name }) => properties.get(name)))
  })

  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const state = { tokens, contacts, companies, lists, groups, properties, asked, troubles, writes }
  return { url, ...state, [Symbol.asyncDispose]: () => app.close() }
}

export type HubspotServer = Awaited<ReturnType<typeof startHubspot>>
