import type { ConnectedListPage, Connection } from '../../service/connections/operations.ts'
import { ask, Failure } from './client.ts'

export type { Connection } from '../../service/connections/operations.ts'

/** The connection to HubSpot; undefined if there is none. */
export async function findHubspot(signal?: AbortSignal): Promise<Connection | undefined> {
  return ask('GET /v1/connections/hubspot', { signal }).catch((error) => {
    if (error instanceof Failure && error.status === 404) return undefined
    throw error
  })
}

/** Connects HubSpot, or replaces the token. */
export function connectHubspot(token: string): Promise<Connection> {
  return ask('PUT /v1/connections/hubspot', { json: { token } })
}

export function disconnectHubspot(): Promise<void> {
  return ask('DELETE /v1/connections/hubspot', {})
}

/** A list of contacts, which HubSpot calls a segment. */
export type HubspotList = ConnectedListPage['lists'][number]

export async function searchHubspotLists(search: string, signal?: AbortSignal): Promise<HubspotList[]> {
  return (await ask('GET /v1/connections/hubspot/lists', { query: { search }, signal })).lists
}
