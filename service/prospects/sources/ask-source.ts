import type { Logger } from 'pino'
import { AddressRefused } from '../../base/net/address-guard.ts'
import { untilAborted } from '../../base/words/until-aborted.ts'
import { type Source, SourceFailed, sourceTimeoutMs } from './source.ts'

/**
 * Asks a source, for at most 10 s or the remaining time. Undefined where it fails or takes longer, which is logged
 * without personal data.
 */
export async function askSource<T>(
  log: Logger,
  source: Source,
  leftMs: number,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const signal = AbortSignal.timeout(Math.max(1, Math.min(sourceTimeoutMs, Math.floor(leftMs))))
  try {
    return await untilAborted(signal, ask(signal))
  } catch (error) {
    log.warn({ source: source.name, reason: reasonOf(error) }, 'enrichment source skipped')
    return undefined
  }
}

/** Error messages may contain names and addresses; their types do not. */
function reasonOf(error: unknown): string {
  if (error instanceof SourceFailed) return error.message
  if (error instanceof AddressRefused) return 'address refused'
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError') return 'time-out'
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException
  return typeof code === 'string' ? code : error.name
}
