import type { RecordPage, RecordSummary, Summary } from '../../model/results.ts'

/** A failure with what its reader can do about it. `status` is 0 where the service could not be reached. */
export class Failure extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface ListRequest {
  search: string
  sort: string
  cursor?: string | undefined
}

/** The service's answers to one signed-in person; all reject with a Failure. */
export interface Api {
  list(query: ListRequest, signal?: AbortSignal): Promise<RecordPage>
  /** One record with its results. */
  content(id: string, signal?: AbortSignal): Promise<{ record: RecordSummary; results: Summary }>
  template(name: string, signal?: AbortSignal): Promise<Summary>
  /** A record's events as a file, in CSV or NDJSON. */
  events(id: string, format: 'csv' | 'ndjson'): Promise<Blob>
}

/** Asks the service as the owner of a token; '' as who is signed in. */
export function createApi(token: string): Api {
  const json = async <T>(path: string, signal?: AbortSignal) =>
    (await ask(token, path, signal)).json() as Promise<T>
  return {
    list: ({ search, sort, cursor }, signal) =>
      json(
        `/results/content?${new URLSearchParams({ search, sort, ...(cursor ? { cursor } : {}) })}`,
        signal,
      ),
    async content(id, signal) {
      const [results, { records }] = await Promise.all([
        json<Summary>(`/results/content/${encodeURIComponent(id)}`, signal),
        json<RecordPage>(`/results/content?${new URLSearchParams({ id })}`, signal),
      ])
      const [record] = records
      if (!record) throw new Failure(404, 'The record is gone.')
      return { record, results }
    },
    template: (name, signal) => json(`/results/template/${encodeURIComponent(name)}`, signal),
    events: async (id, format) => {
      const answer = await ask(token, `/results/content/${encodeURIComponent(id)}/events?format=${format}`)
      return answer.blob()
    },
  }
}

async function ask(token: string, path: string, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { headers: token ? { Authorization: `Bearer ${token}` } : {}, cache: 'no-cache' }
  if (signal) init.signal = signal
  const response = await fetch(path, init).catch((error) => {
    if (signal?.aborted) throw error
    throw new Failure(0, 'The service cannot be reached. Check the connection, then try again.')
  })
  if (response.ok) return response
  const body = (await response.json().catch(() => ({}))) as { message?: string }
  throw new Failure(response.status, body.message ?? `The service answered ${response.status}.`)
}
