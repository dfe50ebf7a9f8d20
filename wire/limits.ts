/** A text, if it has the shape of a pattern; else something false. */
export const toPattern = (text: string | null | undefined): string | false | undefined =>
  /^[\w-]{1,64}$/.test(text as string) && (text as string)

/** Whether a text has the shape of a pattern. */
export const isPattern = (text: string | null | undefined): text is string => !!toPattern(text)

/** The shape of a visit's name: 22 URL-safe characters. */
export const visitShape = /^[A-Za-z0-9_-]{22}$/

/** The largest body of `POST /e`, in bytes: browsers allow as much for all keepalive requests in flight together. */
export const maxBatchBytes = 65_536

/** The most events in one batch. */
export const maxBatchEvents = 200

/** Whoever looks at a page for so long is a person, even without a touch. */
export const stayedMs = 15_000
