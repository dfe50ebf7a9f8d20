import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { forADatabase, type TestDatabase } from '../../support/databases.ts'
import { type LocalServer, type ReceivedRequest, startLocalServer } from '../../support/local-server.ts'
import { type ContentAnswer, createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, type TemplatesDir } from '../../support/templates.ts'
import { batchOf, send } from '../events/batch.ts'

const launch = `
page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
analytics:
  - { id: hero, selector: "#hero", type: view }
  - { id: cta, selector: ".cta", type: click, goal: true }
`
const token = 'a-token-of-the-webhooks'
export const otherToken = 'another-of-the-webhooks'

export interface Made {
  id: string
  secret: string
}

export interface Listed {
  id: string
  url: string
  events: string[]
  state: 'on' | 'off'
  createdAt: string
  deliveries: { id: string; at: string; event: string; status?: number; error?: string; answer?: string }[]
}

interface Notice {
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/** A service with webhooks, who receives what it tells, and what the tests do with both. */
export class Hooks {
  readonly environment: Record<string, string>
  readonly receiver: LocalServer
  service: Service
  /** By path: that of each webhook is its own. */
  private readonly secrets = new Map<string, string>()
  private people = 0

  constructor(environment: Record<string, string>, receiver: LocalServer, service: Service) {
    this.environment = environment
    this.receiver = receiver
    this.service = service
  }

  request<Body>(method: string, path: string, body?: unknown, headers = {}) {
    return this.service.request<Body>(method, path, { token, headers, ...(body !== undefined && { body }) })
  }

  async create(path: string, ...events: string[]): Promise<string> {
    const url = `${this.receiver.url}${path}`
    const { status, body } = await this.request<Made>('POST', '/v1/webhooks', { url, events })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.secret).toMatch(/^whsec_/)
    this.secrets.set(path, body.secret)
    return body.id
  }

  async list(): Promise<Listed[]> {
    return (await this.request<{ webhooks: Listed[] }>('GET', '/v1/webhooks')).body.webhooks
  }

  /** A notice, as the receiver's library checks it. */
  verified({ path, body, headers }: ReceivedRequest): Notice {
    const secret = this.secrets.get(path) ?? ''
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Notice
  }

  /** A completed record of a person whom no other has. */
  async completed({
    facts,
    ...more
  }: {
    test?: boolean
    facts?: object
  } = {}): Promise<ContentAnswer & { email: string }> {
    this.people += 1
    const email = `jane-${this.people}@acme.example`
    const of = {
      ...this.service,
      request: (method, path, { body } = {}) => this.request(method, path, body),
    } as Service
    const additional = { name: 'Jane Doe', company: 'Acme', ...facts }
    const prospect = await createProspect(of, { email, additional, ...more })
    const { id } = await createContent(of, { prospect, template: 'launch' })
    return { email, ...(await whenCompleted(of, id)) }
  }

  /** Resolves once what was sent so far has told all that it is to tell: a new visit of the record is told behind it. */
  async whenQuiet(record: { pattern: string }): Promise<void> {
    const last = batchOf(record)
    await send(this.service, last)
    const isTold = () => this.receiver.received.some(({ body }) => body.includes(last.visit))
    await expect.poll(isTold).toBe(true)
  }

  /** Another service beside the first, on the same database. */
  start(): Promise<Service> {
    return startService(this.environment)
  }
}

/** How the receiver answers; each test begins with 204. */
type Answer = (request: ReceivedRequest, response: ServerResponse, count: number) => unknown

/** Tests of webhooks; `answerWith` says how the receiver answers from then on. */
export type HookTests = (
  hooks: () => Hooks,
  answerWith: (answer: Answer) => void,
  database: TestDatabase,
) => void

/** Runs the tests with a service that has a receiver. */
export function withHooks(tests: HookTests) {
  forADatabase((database) => {
    let templates: TemplatesDir
    let hooks: Hooks
    let answer: Answer

    beforeAll(async () => {
      templates = await createTemplatesDir({ launch })
      // An answer may wait for something that never comes: then its test says so, and the connection breaks.
      const receiver = await startLocalServer(async (...received) => {
        try {
          await answer(...received)
        } catch {
          received[1].destroy()
        }
      })
      const environment = {
        ...(await database.create()),
        TEMPLATES_DIR: templates.path,
        CALLBACK_RETRY_SECONDS: '0,0',
        MOTIF_TOKENS: `acme/ada=${token},other/bob=${otherToken}`,
      }
      hooks = new Hooks(environment, receiver, await startService(environment))
    })

    beforeEach(async () => {
      answer = (_request, response) => response.writeHead(204).end()
      for (const { id } of await hooks.list()) await hooks.request('DELETE', `/v1/webhooks/${id}`)
      hooks.receiver.received.length = 0
    })

    afterAll(async () => {
      await hooks.service.stop()
      await hooks.receiver[Symbol.asyncDispose]()
      await templates[Symbol.asyncDispose]()
    })

    const answerWith = (wanted: Answer) => {
      answer = wanted
    }
    tests(() => hooks, answerWith, database)
  })
}

/** The different ids under which notices came. */
export const idsOf = (requests: ReceivedRequest[]) =>
  new Set(requests.map(({ headers }) => headers['webhook-id']))
