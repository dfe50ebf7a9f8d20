import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { type LocalServer, type ReceivedRequest, startLocalServer } from '../../support/local-server.ts'
import { motif } from '../../support/motif.ts'
import { pauses } from '../../support/pauses.ts'
import { type ContentAnswer, createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const launch = `
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
`

interface Notice {
  type: string
  timestamp: string
  data: ContentAnswer
}

forADatabase((database) => {
  let templates: TemplatesDir
  let receiver: LocalServer
  let service: Service
  let environment: Record<string, string>
  let answer: (request: ReceivedRequest, response: ServerResponse, count: number) => void

  beforeAll(async () => {
    templates = await createTemplatesDir({ launch })
    receiver = await startLocalServer((...received) => answer(...received))
    environment = {
      ...(await database.create()),
      TEMPLATES_DIR: templates.path,
      CALLBACK_SECRET: secret,
      CALLBACK_RETRY_SECONDS: '0,0,0',
    }
    service = await startService(environment)
  })

  beforeEach(() => {
    receiver.received.length = 0
  })

  afterAll(async () => {
    await service.stop()
    await receiver[Symbol.asyncDispose]()
    await templates[Symbol.asyncDispose]()
  })

  async function createRecord(
    path = '/hook',
    token = service.token,
    template = 'launch',
    at = receiver,
  ): Promise<ContentAnswer> {
    const of: Service = {
      ...service,
      request: (method, to, options) => service.request(method, to, { token, ...options }),
    }
    const prospect = await createProspect(of, { email: 'ada@acme.com', additional: { company: 'Acme' } })
    return createContent(of, { prospect, template, callback: `${at.url}${path}` })
  }

  async function told(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await motif(args, environment)
    expect(code, stderr).toBe(0)
    return stdout
  }

  /** Asks until the list of callbacks says so. */
  async function whenListed(pattern: RegExp): Promise<string> {
    for (const pause = pauses(); ; await pause()) {
      const list = await told('callbacks', 'list')
      if (pattern.test(list)) return list
    }
  }

  test('a callback is signed, and says what the API says already', async () => {
    let meanwhile: unknown
    answer = async (request, response) => {
      const { data } = JSON.parse(request.body) as Notice
      meanwhile = (await service.request('GET', `/v1/content/${data.id}`)).body
      response.writeHead(204).end()
    }
    const record = await createRecord('/hook?a=b')
    const [request] = await receiver.whenReceived(1)
    const notice = verified(request)
    expect(request).toMatchObject({ method: 'POST', path: '/hook?a=b' })
    expect(request?.headers['content-type']).toBe('application/json')
    expect(notice).toEqual({ type: 'content.completed', timestamp: notice.data.updatedAt, data: notice.data })
    expect(notice.data).toMatchObject({
      id: record.id,
      status: 'completed',
      content: [{ selector: 'h1', type: 'text', payload: 'Hello Acme' }],
    })
    await whenListed(/^$/)
    expect(meanwhile).toEqual([notice.data])
    expect(receiver.received).toHaveLength(1)
  })

  test('what fails is sent again with the same id and body, until it is received', async () => {
    answer = (_request, response, count) => {
      if (count === 1) response.writeHead(500).end('x'.repeat(1_000_000))
      else if (count === 2) response.writeHead(302, { location: '/elsewhere' }).end()
      else if (count === 3) response.destroy()
      // A received callback is received, even if the rest of the answer never comes.
      else response.writeHead(200, { 'content-length': '10' }).write('x')
    }
    await createRecord()
    const requests = await receiver.whenReceived(4)
    for (const request of requests) verified(request)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(requests.map(({ path }) => path)).toEqual(Array(4).fill('/hook'))
    await whenListed(/^$/)
    expect(receiver.received).toHaveLength(4)
  })

  test('after the last attempt a callback is dead, is listed, and can be sent again', async () => {
    answer = (_request, response) => response.writeHead(503).end()
    const { id } = await createRecord()
    const listed = await whenListed(/ {2}dead {2}/)
    expect(listed).toMatch(new RegExp(`^${id}  dead  4 attempts  HTTP 503  no further attempt  acme  http`))
    expect(receiver.received).toHaveLength(4)
    answer = (_request, response) => response.writeHead(200).end()
    await told('callbacks', 'retry', id)
    const requests = await receiver.whenReceived(5)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await whenListed(/^$/)
  })

  test('410 ends a callback at once', async () => {
    answer = (_request, response) => response.writeHead(410).end()
    const { id } = await createRecord()
    expect(await whenListed(/ {2}dead {2}/)).toContain(`${id}  dead  1 attempt  HTTP 410`)
    expect(receiver.received).toHaveLength(1)
    answer = (_request, response) => response.writeHead(200).end()
    await told('callbacks', 'retry', 'all')
    await whenListed(/^$/)
  })

  test('Retry-After puts off the next attempt, and a deleted record is told no more', async () => {
    answer = (_request, response) => response.writeHead(429, { 'retry-after': '7200' }).end()
    const { id } = await createRecord()
    const listed = await whenListed(/ {2}1 attempt {2}/)
    const next = Date.parse(/next (\S+)/.exec(listed)?.[1] ?? '')
    expect(next - Date.now()).toBeGreaterThan(7_000_000)
    expect((await service.request('DELETE', `/v1/content/${id}`)).status).toBe(204)
    expect(await told('callbacks', 'list')).toBe('')
  })

  test('the secret is what the environment says, but for an organization that has one of its own', async () => {
    expect(await told('secret')).toBe(`${secret}\n`)
    expect(await told('secret', '--organization', 'other')).toBe(`${secret}\n`)
    const own = (await told('secret', '--organization', 'other', '--new')).trim()
    expect(own).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(own).not.toBe(secret)
    expect(await told('secret', '--organization', 'other')).toBe(`${own}\n`)
    expect(await told('secret', '--organization', 'acme')).toBe(`${secret}\n`)
    const unknown = await motif(['secret', '--organization', 'acne', '--new'], environment)
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/acne.*acme, other/)])
    expect((await motif(['secret', '--new'], environment)).code).toBe(2)

    answer = (_request, response) => response.writeHead(204).end()
    await createRecord()
    await createRecord('/hook', service.otherToken)
    const requests = await receiver.whenReceived(2)
    const signedBy = (key: string) =>
      requests.filter(({ body, headers }) => {
        try {
          return new Webhook(key).verify(body, headers as Record<string, string>)
        } catch {
          return false
        }
      }).length
    expect([signedBy(secret), signedBy(own)]).toEqual([1, 1])
  })

  test('killed while it delivers, the service delivers after the next start, unless the address is refused then', async () => {
    answer = () => {}
    const { id } = await createRecord()
    const before = await receiver.whenReceived(1)
    await service.stop('SIGKILL')
    answer = (_request, response) => response.writeHead(200).end()
    service = await startService({ ...environment, ALLOW_PRIVATE_ADDRESSES: 'false' })
    const refused = await whenListed(/ {2}dead {2}/)
    expect(refused).toContain(`${id}  dead  4 attempts  the host is not a globally reachable address`)
    expect(receiver.received).toHaveLength(1)
    await service.stop()
    service = await startService(environment)
    await told('callbacks', 'retry', id)
    const requests = await receiver.whenReceived(2)
    expect(requests[1]?.body).toBe(before[0]?.body)
    expect(requests[1]?.headers['webhook-id']).toBe(requests[0]?.headers['webhook-id'])
    verified(requests[1])
    await whenCompleted(service, id)
  })
})

function verified(request: ReceivedRequest | undefined): Notice {
  return new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>) as Notice
}
