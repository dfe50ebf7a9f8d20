/** SQLSTATE classes and codes of a server that is away, starting, ending, full, or too slow for a statement's limit. */
const awayStates = /^(08|57P0[1-5]|53|57014|25P03)/
/** What the network and `pg` say of a connection that cannot be had. */
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const awayMessages = /timeout exceeded when trying to connect|Connection terminated|not queryable/i

/** Whether an error says that the database cannot be reached now, rather than that a statement is wrong. */
export function isUnavailable(error: Error & { code?: string | undefined }): boolean {
  const code = error.code ?? ''
  return awayCodes.has(code) || awayStates.test(code) || awayMessages.test(error.message)
}
