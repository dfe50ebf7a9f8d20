import type { Role } from '../base/words/role.ts'

/** An operation of the API, as `operationsOf` makes it. */
interface CalledOperation {
  method: string
  url: string
  config: { role: Role }
  schema: object
}

/** A tool for assistants: an operation of the API by another name. */
export interface Tool {
  title: string
  operation: CalledOperation
  /** What an assistant has to know besides the operation's summary. */
  note?: string
  /** The name under which it answers an array. */
  plural?: string
  /** Fields of the body that an assistant cannot choose. */
  fixed?: Record<string, string>
  /** Arguments of the operation that it does not take. */
  without?: readonly string[]
  /** Default: a GET changes nothing, and neither do these. */
  isReading?: boolean
  /** Whether the same call again changes nothing more. */
  isIdempotent?: boolean
  /** Whether something is gone afterwards. */
  isDestructive?: boolean
  /** Whether it asks other hosts than Motif. */
  asksOthers?: boolean
}
