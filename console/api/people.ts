import { requestJson, withQuery } from './client.ts'

/** A person or company. */
export interface Prospect {
  id: string
  status: 'enriching' | 'enriched'
  email?: string
  name?: string
  company?: string
  role?: string
  industry?: string
  domain?: string
  linkedin?: string
  profile?: string
  additional?: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

/** The receipt for an erased person: how many things of each kind were deleted. */
export interface Receipt {
  prospect: string
  erasedAt: string
  erased: Record<string, number>
}

/** Fetches one page of the people that a search finds. An empty search finds everybody. */
export async function listPeople(
  { search, sort }: { search: string; sort: string },
  cursor?: string,
  signal?: AbortSignal,
): Promise<{ rows: Prospect[]; next?: string }> {
  const { prospects, ...rest } = await requestJson<{ prospects: Prospect[]; next?: string }>(
    withQuery('/v1/prospects', { search, sort, cursor }),
    { signal },
  )
  return { rows: prospects, ...rest }
}

export async function fetchPerson(id: string, signal?: AbortSignal): Promise<Prospect> {
  const [found] = await requestJson<[Prospect]>(`/v1/prospects/${encodeURIComponent(id)}`, { signal })
  return found
}

/** Erases a person and everything about them. It cannot be undone. */
export function erasePerson(id: string): Promise<Receipt> {
  return requestJson(`/v1/prospects/${encodeURIComponent(id)}`, { method: 'DELETE' })
}
