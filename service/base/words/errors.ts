/** Why the service does not start, or a command cannot run: one line for the user. */
export class UserError extends Error {}

/** Why a request is refused, and the code of its answer. */
export const refusals = {
  'not-json': 40000,
  'invalid-field': 40001,
  'unknown-prospect': 40002,
  'unknown-template': 40003,
  'language-not-offered': 40004,
  'callback-refused': 40005,
  'origin-refused': 40300,
  'not-found': 40400,
  'key-in-use': 40900,
  'other-version': 40901,
  'not-made-for-that': 40902,
  'key-reused': 42200,
  'too-large': 41300,
  'too-many': 42900,
  unavailable: 50300,
} as const

export type Refusal = keyof typeof refusals

/** A failure that the caller can do something about. The message may be empty where the refusal says enough. */
export class DomainError extends Error {
  readonly refusal: Refusal
  readonly retryAfterSeconds: number | undefined

  constructor(refusal: Refusal, message = '', retryAfterSeconds?: number) {
    super(message)
    this.refusal = refusal
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Refuses a value of a field, by its name and what it must be. */
export function invalidField(message: string): DomainError {
  return new DomainError('invalid-field', message)
}

/** What a write fails with if the disk is full, if its user's share of it is, or if the file may not become larger. */
const outOfSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether something could not be written because there is no space for it. */
export function isOutOfSpace(error: unknown): boolean {
  return outOfSpace.has((error as NodeJS.ErrnoException).code ?? '')
}
