import { beforeAll, describe, expect, test } from 'vitest'
import { type Role, roles, rolesFrom } from '../../../service/base/words/role.ts'
import type { OpenapiDocument } from '../../support/openapi.ts'
import type { Service } from '../../support/service.ts'
import { createContent, expectError, sharedApi, unknownId } from './support.ts'

type Organization = 'acme' | 'other'

/** What the contract says of each role; `results` are GETs as well. */
function leastRole(method: string, path: string): Role {
  // The report by mail is each member's own.
  if (path === '/report') return 'viewer'
  if (path === '/connections/hubspot/lists') return 'editor'
  if (/^\/(tokens|members|webhooks|alerts|connections)/.test(path)) return 'admin'
  if (method === 'DELETE' && path === '/prospects/{id}') return 'admin'
  return method === 'GET' || path.endsWith('/preview') ? 'viewer' : 'editor'
}

let api: Service
let document: OpenapiDocument
let known: Record<string, string>
const tokens = new Map<string, string>()
const tokenOf = (organization: Organization, role: Role) => tokens.get(`${organization} ${role}`) ?? ''

beforeAll(async () => {
  api = await sharedApi()
  document = (await api.request<OpenapiDocument>('GET', '/v1/openapi.json', { token: '' })).body
  const content = await createContent(api)
  known = { '/content/{id}': content.id, '/prospects/{id}': content.prospect }
  for (const [organization, admin] of [
    ['acme', api.token],
    ['other', api.otherToken],
  ] as const)
    for (const role of roles) {
      const body = { user: `${role}-of-roles`, role }
      const { status, body: made } = await api.request<{ token: string }>('POST', '/v1/tokens', {
        token: admin,
        body,
      })
      expect(status).toBe(200)
      tokens.set(`${organization} ${role}`, made.token)
    }
})

interface DocumentedOperation {
  method: string
  /** As the document has it: `/content/{id}`. */
  path: string
}

/** The operations of the document that ask for a token. */
function documentedOperations(): DocumentedOperation[] {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  expect(found.length).toBeGreaterThanOrEqual(60)
  return found
}

/** Where an operation is, its parameters filled in. */
function placeOf(path: string, id: string = unknownId): string {
  const place = path.startsWith('/results/') ? path : `/v1${path}`
  return place.replaceAll(/\{\w+\}/g, id)
}

/** A stream has no end: it is let go once it has begun. */
async function follow(path: string, token: string): Promise<number> {
  const { status, body } = await fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  await body?.cancel()
  return status
}

const ask = (method: string, path: string, token: string) => {
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return api.request<{ error?: number; message?: string }>(method, path, {
    token,
    ...(hasBody && { body: {} }),
  })
}

describe('every operation', () => {
  test.each([
    ['without a token', '', 40100],
    ['with a token that is none', 'x'.repeat(40), 40101],
  ] as const)('%s is 401, whatever else is wrong', async (_, token, error) => {
    for (const { method, path } of documentedOperations()) {
      const hasBody = method !== 'GET' && method !== 'DELETE'
      const answer = await api.request(method, placeOf(path), {
        token,
        ...(hasBody && { body: '{"not json', headers: { 'content-type': 'text/html' } }),
      })
      expect([method, path, (answer.body as { error?: number }).error]).toEqual([method, path, error])
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('has no other methods than the document says: 405, and Allow lists them', async () => {
    const methods = Map.groupBy(documentedOperations(), ({ path }) => path)
    for (const [path, operations] of methods) {
      const known = operations.map(({ method }) => method)
      const allowed = known.includes('GET') ? [...known, 'HEAD'] : known
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
        if (allowed.includes(method)) continue
        const answer = await api.request(method, placeOf(path))
        expect([method, path, answer.status]).toEqual([method, path, 405])
        expect([path, answer.headers.get('allow')]).toEqual([path, allowed.toSorted().join(', ')])
        expectError(answer, 40500)
      }
    }
  })
})

describe.each(['acme', 'other'] as const)('of the organization %s', (organization) => {
  test.each(roles)(
    'a %s may do what the contract says, at every operation, and nothing else',
    async (role) => {
      for (const { method, path } of documentedOperations()) {
        if (path === '/live') {
          expect(await follow('/v1/live', tokenOf(organization, role))).toBe(200)
          continue
        }
        // What is there is read by its own organization alone; what would change it is tried on what is not there.
        const id = method === 'GET' ? (known[path] ?? unknownId) : unknownId
        const answer = await ask(method, placeOf(path, id), tokenOf(organization, role))
        const where = `${role} ${method} ${path} → ${answer.status}`
        const enough = rolesFrom(leastRole(method, path))
        if (!enough.includes(role)) {
          expect(answer.status, where).toBe(403)
          expect(expectError(answer, 40300)).toBe(
            `This takes the role ${enough.join(' or ')}; the token has the role ${role}.`,
          )
        } else if (method === 'GET' && known[path]) {
          expect(answer.status, where).toBe(organization === 'acme' ? 200 : 404)
        } else expect([200, 202, 204, 400, 404, 415], where).toContain(answer.status)
      }
    },
  )
})

test('of tokens, each organization sees and revokes its own alone, and a revoked one is refused at once', async () => {
  interface Listed {
    tokens: { id: string; user: string; role: Role; state: string; token?: string }[]
  }
  const list = async (token: string) =>
    (await api.request<Listed>('GET', '/v1/tokens', { token })).body.tokens
  const body = { user: 'leaving', expiresInDays: 3 }
  const headers = { 'idempotency-key': 'leaving' }
  const made = await api.request<{ id: string; token: string }>('POST', '/v1/tokens', { body, headers })
  const again = await api.request('POST', '/v1/tokens', { body, headers })
  expect(again.body).toEqual(made.body)
  const { id, token } = made.body
  expect(made.body).toMatchObject({
    user: 'leaving',
    role: 'admin',
    state: 'valid',
    expiresAt: expect.any(String),
  })
  const listed = await list(api.token)
  expect(listed.find((each) => each.id === id)).toMatchObject({ user: 'leaving', state: 'valid' })
  expect(JSON.stringify(listed)).not.toContain(token)
  expect((await list(api.otherToken)).map((each) => each.id)).not.toContain(id)
  expectError(await api.request('DELETE', `/v1/tokens/${id}`, { token: api.otherToken }), 40400)
  expect((await list(token)).length).toBeGreaterThan(0)
  expect((await api.request('DELETE', `/v1/tokens/${id}`)).status).toBe(204)
  expectError(await api.request('GET', '/v1/tokens', { token }), 40101)
  expectError(await api.request('DELETE', `/v1/tokens/${id}`), 40400)
})
