/** The URL of a host's collector. A slash at the host's end is not doubled. */
export const collectorOf = (host: string): string => `${host.replace(/\/+$/, '')}/e`

/** The request of a batch. `keepalive` lets it outlive the page. */
export const requestOf = (body: string, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  body,
  keepalive: true,
  credentials: 'omit',
  signal: signal ?? null,
})
