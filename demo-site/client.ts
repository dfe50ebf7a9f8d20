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
export type Client = ReturnType<typeof createClient>

/** The fields of a campaign's person that the demo uses. */
export interface InvitedPerson {
  link: string
  group: 'personal' | 'control'
}

/** Creates a client of the service at `url`. */
export function createClient(url: string, token: string) {
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
    createProspect: async ({ email, additional }: Person) =>
      (await ask('POST', '/prospects', { email, additional })) as { id: string },
    /** With the same `idempotencyKey` it answers the same record again. */
    createContent: async (
      body: Record<'prospect' | 'template' | 'language', string>,
      idempotencyKey: string,
    ) => (await ask('POST', '/content', body, { 'Idempotency-Key': idempotencyKey })) as Content,
    /** `undefined` if there is none. */
    readContent: async (id: string) => ((await ask('GET', `/content/${id}`)) as [Content] | undefined)?.[0],
    createCampaign: async (body: Record<'name' | 'template' | 'language', string> & { control: number }) =>
      (await ask('POST', '/campaigns', body)) as { id: string },
    /** `undefined` if there is none. */
    readCampaign: async (id: string) =>
      (await ask('GET', `/campaigns/${id}`)) as { id: string; completed: number } | undefined,
    /** Sends a list of people, as CSV. */
    sendList: async (campaign: string, csv: string) =>
      void (await ask('POST', `/campaigns/${campaign}/people`, csv)),
    /** Lists the people of a campaign with a control group, whose pages are made: 1,000 at most. */
    readInvited: async (campaign: string) =>
      ((await ask('GET', `/campaigns/${campaign}/people?limit=1000`)) as { people: InvitedPerson[] }).people,
    /** Makes a link that signs somebody in to the console, once. */
    async invite(name: string): Promise<string> {
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

/** Polls a record until it is completed. `undefined` if somebody has deleted it. Throws after 60 s. */
export async function untilCompleted(client: Client, id: string): Promise<Content | undefined> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const content = await client.readContent(id)
    if (!content || content.status === 'completed') return content
    await wait(50)
  }
  throw new Error(`The content record ${id} was not completed within 60 seconds.`)
}
