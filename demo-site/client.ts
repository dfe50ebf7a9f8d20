import { setTimeout as wait } from 'node:timers/promises'
import type { ContentItem } from '../wire/record.ts'

/** The fields of a content record that the demo uses. */
export interface Content {
  id: string
  pattern: string
  status: 'waiting' | 'generating' | 'completed'
  content: ContentItem[]
}

/** A person for whom a page is made: an entry of `prospects.json`. */
export interface Person {
  language: string
  email: string
  additional: { name: string; company: string; role: string; industry: string; place: string }
}

/** A client of the public API with one token. A call that fails throws the service's message. */
export interface Client {
  createProspect(person: Person): Promise<{ id: string }>
  /** With the same `idempotencyKey` it answers the same record again. */
  createContent(body: NewContent, idempotencyKey: string): Promise<Content>
  /** `undefined` where there is none. */
  readContent(id: string): Promise<Content | undefined>
  deleteContent(id: string): Promise<void>
  createCampaign(body: NewCampaign): Promise<{ id: string }>
  /** `undefined` where there is none. */
  readCampaign(id: string): Promise<{ id: string; completed: number } | undefined>
  /** Sends a list of people, as CSV. */
  sendList(campaign: string, csv: string): Promise<void>
  /** Lists the people of a campaign with a control group, whose pages are made: 1,000 at most. */
  readInvited(campaign: string): Promise<InvitedPerson[]>
  /** Makes a link that signs somebody in to the console, once. */
  invite(name: string): Promise<string>
}

/** The fields of a campaign's person that the demo uses. */
export interface InvitedPerson {
  link: string
  group: 'personal' | 'control'
}

interface NewCampaign {
  name: string
  template: string
  language: string
  control: number
}

interface NewContent {
  prospect: string
  template: string
  language: string
}

/** Creates a client of the service at `url`. */
export function createClient(url: string, token: string): Client {
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const isText = typeof body === 'string'
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body ? { 'Content-Type': isText ? 'text/csv' : 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: isText ? body : JSON.stringify(body) } : {}),
    })
    if (answer.ok) return answer.status === 204 ? undefined : answer.json()
    if (answer.status === 404) return undefined
    throw new Error(`${method} /v1${path}: ${((await answer.json()) as { message: string }).message}`)
  }
  return {
    createProspect: async ({ email, additional }) =>
      (await ask('POST', '/prospects', { email, additional })) as { id: string },
    createContent: async (body, key) =>
      (await ask('POST', '/content', body, { 'Idempotency-Key': key })) as Content,
    readContent: async (id) => ((await ask('GET', `/content/${id}`)) as [Content] | undefined)?.[0],
    deleteContent: async (id) => void (await ask('DELETE', `/content/${id}`)),
    createCampaign: async (body) => (await ask('POST', '/campaigns', body)) as { id: string },
    readCampaign: async (id) =>
      (await ask('GET', `/campaigns/${id}`)) as { id: string; completed: number } | undefined,
    sendList: async (campaign, csv) => void (await ask('POST', `/campaigns/${campaign}/people`, csv)),
    readInvited: async (campaign) =>
      ((await ask('GET', `/campaigns/${campaign}/people?limit=1000`)) as { people: InvitedPerson[] }).people,
    async invite(name) {
      const email = 'visitor@demo.example'
      const { members } = (await ask('GET', '/members')) as { members: { id: string; email: string }[] }
      // The demo before this one has invited them.
      const known = members.find((member) => member.email === email)
      const invited = known
        ? await ask('POST', `/members/${known.id}/invite`)
        : await ask('POST', '/members', { name, email, role: 'admin' })
      return (invited as { url: string }).url
    },
  }
}

/** Polls a record until it is completed. Throws after 60 s. */
export async function untilCompleted(client: Client, id: string): Promise<Content> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const content = await client.readContent(id)
    if (!content) throw new Error(`The content record ${id} is gone.`)
    if (content.status === 'completed') return content
    await wait(50)
  }
  throw new Error(`The content record ${id} was not completed within 60 seconds.`)
}
