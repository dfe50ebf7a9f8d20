/** Why the service does not start, or a command cannot run: one line for the user. */
export class UserError extends Error {}

/** Why a request is refused. HTTP maps each to a status. */
export type Refusal =
  | 'not-json'
  | 'invalid-field'
  | 'unknown-prospect'
  | 'unknown-template'
  | 'language-not-offered'
  | 'callback-refused'
  | 'origin-refused'
  | 'not-found'
  | 'other-version'
  | 'not-made-for-that'
  | 'key-in-use'
  | 'key-reused'
  | 'too-large'
  | 'too-many'
  | 'unavailable'

/** A failure that the caller can do something about. The message may be empty where the refusal says enough. */
export class DomainError extends Error {
  readonly refusal: Refusal
  /** How long to wait before trying again. */
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: Refusal, message = '', retryAfterSeconds?: number) {
    super(message)
    this.refusal = refusal
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** What a write fails with if the disk is full, if its user's share of it is, or if the file may not become larger. */
const outOfSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether something could not be written because there is no space for it. */
export function isOutOfSpace(error: unknown): boolean {
  return outOfSpace.has((error as NodeJS.ErrnoException).code ?? '')
}
