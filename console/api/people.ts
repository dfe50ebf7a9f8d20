import type { Erasure } from '../../service/erasing/erasure.ts'
import type { KnownFrom, Prospect, ProspectList, ProspectSources } from '../../service/prospects/schemas.ts'
import { requestJson, withQuery } from './client.ts'

export type { Erasure } from '../../service/erasing/erasure.ts'
export type { KnownFrom, Prospect } from '../../service/prospects/schemas.ts'

/** Fetches one page of the people that a search finds. An empty search finds everybody. */
export async function listPeople(
  { search, sort }: { search: string; sort: string },
  cursor?: string,
  signal?: AbortSignal,
): Promise<{ rows: Prospect[]; next?: string }> {
  const { prospects, ...rest } = await requestJson<ProspectList>(
    withQuery('/v1/prospects', { search, sort, cursor }),
    { signal },
  )
  return { rows: prospects, ...rest }
}

export async function fetchPerson(id: string, signal?: AbortSignal): Promise<Prospect> {
  const [found] = await requestJson<[Prospect]>(`/v1/prospects/${encodeURIComponent(id)}`, { signal })
  return found
}

/** Where each thing that is known of a person is from, by its field. */
export async function fetchSources(id: string, signal?: AbortSignal): Promise<Map<string, KnownFrom>> {
  const path = `/v1/prospects/${encodeURIComponent(id)}/sources`
  const { sources } = await requestJson<ProspectSources>(path, { signal })
  return new Map(sources.map((each) => [each.field, each]))
}

/** Erases a person and everything about them. It cannot be undone. */
export function erasePerson(id: string): Promise<Erasure> {
  return requestJson(`/v1/prospects/${encodeURIComponent(id)}`, { method: 'DELETE' })
}
