import { expect, vi } from 'vitest'
import type { Service } from '../../support/service.ts'

/** A prospect as the API answers it. */
export interface Prospect {
  id: string
  status: 'enriching' | 'enriched'
  email?: string
  additional?: Record<string, unknown>
  name?: string
  company?: string
  role?: string
  industry?: string
  linkedin?: string
  domain?: string
  profile?: string
  createdAt: string
  updatedAt: string
}

/** Reads a prospect until it is enriched. */
export async function enriched(service: Service, id: string): Promise<Prospect> {
  return vi.waitFor(
    async () => {
      const { body } = await service.request<[Prospect]>('GET', `/v1/prospects/${id}`)
      expect(body[0].status).toBe('enriched')
      return body[0]
    },
    { timeout: 300_000, interval: 30 },
  )
}

/** Creates a prospect and waits until it is enriched. */
export async function createEnriched(service: Service, body: object): Promise<Prospect> {
  const created = await service.request<Prospect>('POST', '/v1/prospects', { body })
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  return enriched(service, created.body.id)
}
