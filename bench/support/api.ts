import { setTimeout as wait } from 'node:timers/promises'
import type { MotifProcess } from './motif-process.ts'

interface Content {
  id: string
  pattern: string
  status: string
}

/** A client of the API, without the checks of the tests. Throws for answers other than 2xx. */
export function clientOf({ url, token }: Pick<MotifProcess, 'url' | 'token'>) {
  async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }

  const readContent = async (id: string) => (await request<Content[]>('GET', `/content/${id}`))[0] as Content

  return {
    request,
    createProspect: (body: { email: string; additional?: object }) =>
      request<{ id: string }>('POST', '/prospects', body),
    createContent: (prospect: string, template: string) =>
      request<Content>('POST', '/content', { prospect, template, language: 'en' }),
    readContent,
    async whenCompleted(id: string, everyMs: number): Promise<Content> {
      for (;;) {
        const content = await readContent(id)
        if (content.status === 'completed') return content
        await wait(everyMs)
      }
    },
    async whenEnriched(id: string): Promise<void> {
      while ((await request<{ status: string }[]>('GET', `/prospects/${id}`))[0]?.status !== 'enriched')
        await wait(20)
    },
  }
}
