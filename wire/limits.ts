/** Whether something looks like a pattern; anything else is none. */
export const isPattern = (text: string | null | undefined): text is string => /^[\w-]{1,64}$/.test(text || '')

/** What a visit's name looks like: 22 url-safe characters. */
export const visitShape = /^[A-Za-z0-9_-]{22}$/

/** The largest body of `POST /e`, in bytes: what browsers share among all keepalive requests in flight. */
export const maxBatchBytes = 65_536

/** The most events in one batch. */
export const maxBatchEvents = 200
