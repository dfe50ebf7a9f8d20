/** The URL of a host's collector. A slash at the host's end is not doubled. */
export const collectorOf = (host: string): string => `${host.replace(/\/+$/, '')}/e`

/** The request of a batch. `keepalive` lets it outlive the page. It says only the page's origin, whatever the page's own policy is. */
export const requestOf = (body: string, signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  body,
  keepalive: true,
  credentials: 'omit',
  referrerPolicy: 'origin',
  signal: signal ?? null,
})
