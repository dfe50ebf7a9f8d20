/**
 * SQLSTATEs of a server that is unreachable, starting, stopping, full or read-only (as a primary is that was demoted), or
 * of a statement that takes too long.
 */
const awayStates = /^(08|57P0[1-5]|53|57014|25006|25P03)/
/** Error codes and messages of the network and `pg` for a connection that fails. */
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const awayMessages = /timeout exceeded when trying to connect|Connection terminated|not queryable/i

/** Whether an error means that the database is unavailable, rather than that a statement is wrong. */
export function isUnavailable(error: Error & { code?: string | undefined }): boolean {
  const code = error.code ?? ''
  return awayCodes.has(code) || awayStates.test(code) || awayMessages.test(error.message)
}
