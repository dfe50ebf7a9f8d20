import { setTimeout as wait } from 'node:timers/promises'

/** SQLSTATEs of a server that is away, starting, stopping, full or read-only, or of a statement that takes too long. */
const awayStates = /^(08|57P0[1-5]|53|57014|25006|25P03)/
/** Error codes and messages of the network and `pg` for a connection that fails. */
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const awayMessages = /timeout exceeded when trying to connect|Connection terminated|not queryable/i

/** Whether an error means that the database is unavailable, rather than that a statement is wrong. */
export function isUnavailable(error: Error & { code?: string | undefined }): boolean {
  const code = error.code ?? ''
  return awayCodes.has(code) || awayStates.test(code) || awayMessages.test(error.message)
}

/** SQLSTATEs with which a server ends a connection, takes none yet, or says that it is no primary. */
const lostStates = /^(08|57P0[1-3]|25006)/
const lostCodes = new Set(['ECONNRESET', 'EPIPE'])
const lostMessages = /Connection terminated unexpectedly|not queryable/i

/** Whether a connection was lost, or leads to no primary any more: on another one the same work may succeed. No time-outs. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return lostCodes.has(code) || lostStates.test(code) || lostMessages.test(message)
}

/** Until the old primary is no longer asked, two seconds may pass: four of these pauses. */
export const lostPauseMs = 500
const maxTries = 5

/** Runs work that does no harm if it is done twice, again if its connection was lost. */
export async function againWhenLost<T>(work: () => Promise<T>, triesLeft = maxTries): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (triesLeft <= 1 || !isConnectionLost(error)) throw error
    await wait(lostPauseMs)
    return againWhenLost(work, triesLeft - 1)
  }
}
