/** A reason not to start, or not to carry out a command, told in one line. */
export class UserError extends Error {}

/** What stands in the way of what was asked. HTTP gives each of them a status of its own. */
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
  | 'key-in-use'
  | 'key-reused'
  | 'too-large'
  | 'too-many'
  | 'unavailable'

/** A failure that whoever asked can do something about. Without a message, the refusal says it all. */
export class DomainError extends Error {
  readonly refusal: Refusal
  /** When it is worth asking again. */
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: Refusal, message = '', retryAfterSeconds?: number) {
    super(message)
    this.refusal = refusal
    this.retryAfterSeconds = retryAfterSeconds
  }
}
