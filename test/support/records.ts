import type { AnalyticsItem, ContentItem } from '../../wire/record.ts'
import { pauses } from './pauses.ts'
import type { Service } from './service.ts'

/** The specification's Content, as a client sees it. */
export interface ContentAnswer {
  id: string
  pattern: string
  user: string
  prospect: string
  template: string
  status: 'waiting' | 'generating' | 'completed'
  language: string
  analytics: AnalyticsItem[]
  content: ContentItem[]
  createdAt: string
  updatedAt: string
}

/** Makes a prospect and gives its id; throws with the answer where that is not 200. */
export async function createProspect(
  service: Service,
  body: { email: string; additional?: object; test?: boolean },
): Promise<string> {
  const answer = await service.request<{ id: string }>('POST', '/v1/prospects', { body })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

/** Makes a content record and gives it as answered; throws with the answer where that is not 200. */
export async function createContent(
  service: Service,
  body: { prospect: string; template: string; language?: string; callback?: string },
): Promise<ContentAnswer> {
  const answer = await service.request<ContentAnswer>('POST', '/v1/content', {
    body: { language: 'en', ...body },
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Asks for a content record again and again until it is completed. */
export async function whenCompleted(service: Service, id: string): Promise<ContentAnswer> {
  for (const pause = pauses(); ; await pause()) {
    const { status, body } = await service.request<ContentAnswer[]>('GET', `/v1/content/${id}`)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    if (body[0]?.status === 'completed') return body[0]
  }
}
