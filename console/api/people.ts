import type { Erasure } from '../../service/erasing/erasure.ts'
import type { KnownFrom, Prospect } from '../../service/prospects/operations.ts'
import { ask } from './client.ts'

export type { Erasure } from '../../service/erasing/erasure.ts'
export type { KnownFrom, Prospect } from '../../service/prospects/operations.ts'

/** Fetches one page of the people that a search finds. An empty search finds everybody. */
export async function listPeople(
  query: { search: string; sort: string; cursor?: string | undefined },
  signal?: AbortSignal,
): Promise<{ rows: Prospect[]; next?: string }> {
  const { prospects, ...rest } = await ask('GET /v1/prospects', { query, signal })
  return { rows: prospects, ...rest }
}

export async function fetchPerson(id: string, signal?: AbortSignal): Promise<Prospect> {
  const [found] = await ask('GET /v1/prospects/:id', { params: { id }, signal })
  return found
}

/** Where each thing that is known of a person is from, by its field. */
export async function fetchSources(id: string, signal?: AbortSignal): Promise<Map<string, KnownFrom>> {
  const { sources } = await ask('GET /v1/prospects/:id/sources', { params: { id }, signal })
  return new Map(sources.map((each) => [each.field, each]))
}

/** Erases a person and everything about them. It cannot be undone. */
export function erasePerson(id: string): Promise<Erasure> {
  return ask('DELETE /v1/prospects/:id', { params: { id } })
}
