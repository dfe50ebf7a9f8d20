import { beforeAll, expect } from 'vitest'
import { forADatabase, type TestDatabase } from '../../support/databases.ts'
import { type ContentAnswer, whenCompleted } from '../../support/records.ts'
import { type Answer, type Service, startService } from '../../support/service.ts'

/** A prospect as the API gives it. */
export interface Prospect {
  id: string
  status: string
  email?: string
  additional?: Record<string, unknown>
  name?: string
  company?: string
  createdAt: string
  updatedAt: string
}

/** A content record as the API gives it. */
export type Content = ContentAnswer

export interface ErrorBody {
  error: number
  message: string
}

export const unknownId = '0123456789abcdef01234567'

/** By database: the service that files share, until the process ends. */
const shared = new Map<TestDatabase['name'], Promise<Service>>()

/**
 * Runs the tests against a service that other files use, too: what they made is there, and it must not be stopped.
 */
export function withApi(tests: (api: () => Service) => void) {
  forADatabase((database) => {
    let service: Service | undefined
    beforeAll(async () => {
      service = await startOnce(database.name)
    })
    tests(() => {
      if (!service) throw new Error('The service is not there yet.')
      return service
    })
  })
}

/** The folder of an embedded database goes with the file that made it, so it is in memory here. */
function startOnce(name: TestDatabase['name']): Promise<Service> {
  const service = shared.get(name) ?? startService(name === 'PGlite' ? { DATA_DIR: 'memory' } : {})
  shared.set(name, service)
  return service
}

/** The service that files share, where either database would do: it must not be stopped. */
export function sharedApi(): Promise<Service> {
  return startOnce(process.env.CLUSTER_URL ? 'PostgreSQL' : 'PGlite')
}

let made = 0

/** An e-mail address that no other test uses. */
export function freshEmail(): string {
  return `unused${++made}@example.com`
}

export async function createProspect(api: Service, more: object = {}): Promise<Prospect> {
  const answer = await api.request<Prospect>('POST', '/v1/prospects', {
    body: { email: freshEmail(), ...more },
  })
  expect(answer.status).toBe(200)
  return answer.body
}

/** A prospect that changes no more by itself. */
export async function createEnriched(api: Service, more: object = {}): Promise<Prospect> {
  const { id } = await createProspect(api, more)
  const read = async () => (await api.request<Prospect[]>('GET', `/v1/prospects/${id}`)).body[0]
  await expect.poll(async () => (await read())?.status).toBe('enriched')
  return (await read()) as Prospect
}

export async function createContent(api: Service, more: object = {}): Promise<Content> {
  const prospect = 'prospect' in more ? {} : { prospect: (await createProspect(api)).id }
  const answer = await api.request<Content>('POST', '/v1/content', {
    body: { template: 'launch', language: 'en', ...prospect, ...more },
  })
  expect(answer.status).toBe(200)
  return answer.body
}

/** A content record that is completed. */
export async function createCompleted(api: Service, more: object = {}): Promise<Content> {
  const { id } = await createContent(api, more)
  return whenCompleted(api, id)
}

/** What a page sends of a visit that saw one item. */
export function visitBatch(pattern: string, visit: string) {
  const events = [{ seq: 1, item: 'hero', type: 'view', at: 1500 }]
  const report = { applied: [0], missing: [], refused: [], contested: [] }
  return { v: 1, pattern, visit: visit.padEnd(22, '-'), sent: 2000, last: 1, input: true, report, events }
}

/** Says that an answer is the Error with this integer, and gives its message. */
export function expectError(answer: Answer<unknown>, error: number): string {
  const body = answer.body as ErrorBody
  expect(body).toEqual({ error, message: expect.any(String) })
  expect(answer.status).toBe(Math.floor(error / 100))
  return body.message
}
