import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../support/databases.ts'
import { type ReceivedRequest, startLocalServer } from '../../support/local-server.ts'
import { type ContentAnswer, createContent, createProspect } from '../../support/records.ts'
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

forEachDatabase((database) => {
  async function start(templates: TemplatesDir, environment: Record<string, string> = {}): Promise<Service> {
    return startService({
      ...(await database.create()),
      ...{ TEMPLATES_DIR: templates.path, CALLBACK_SECRET: secret, CALLBACK_RETRY_SECONDS: '0,0,0' },
      ...environment,
    })
  }

  async function createRecord(service: Service, callback: string): Promise<ContentAnswer> {
    const prospect = await createProspect(service, { email: 'ada@acme.com', additional: { company: 'Acme' } })
    return createContent(service, { prospect, template: 'launch', callback })
  }

  test('a callback is signed, and says what the API says already', async () => {
    await using templates = await createTemplatesDir({ launch })
    let meanwhile: Promise<unknown> = Promise.resolve()
    await using receiver = await startLocalServer(async (request, response) => {
      const { data } = JSON.parse(request.body) as Notice
      meanwhile = service.request('GET', `/v1/content/${data.id}`).then(({ body }) => body)
      await meanwhile
      response.writeHead(204).end()
    })
    await using service = await start(templates)
    const record = await createRecord(service, `${receiver.url}/hook?a=b`)
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
    expect(await meanwhile).toEqual([notice.data])
  })

  test('what fails is sent again with the same id and a new signature, until it is received', async () => {
    await using templates = await createTemplatesDir({ launch })
    await using receiver = await startLocalServer((_request, response, count) => {
      if (count === 1) response.writeHead(500).end('x'.repeat(1_000_000))
      else if (count === 2) response.writeHead(302, { location: '/elsewhere' }).end()
      else if (count === 3) response.destroy()
      else response.writeHead(200).end()
    })
    await using service = await start(templates)
    await createRecord(service, receiver.url)
    const requests = await receiver.whenReceived(4)
    for (const request of requests) verified(request)
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(requests.map(({ path }) => path)).toEqual(['/', '/', '/', '/'])
  })
})

function verified(request: ReceivedRequest | undefined): Notice {
  return new Webhook(secret).verify(request?.body ?? '', request?.headers as Record<string, string>) as Notice
}
