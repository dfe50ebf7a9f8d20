import type { Logger } from 'pino'
import { AddressRefused } from '../../net/address-guard.ts'
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
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), Math.max(1, Math.min(sourceTimeoutMs, leftMs)))
  try {
    return await Promise.race([ask(timeout.signal), rejectWhenAborted(timeout.signal)])
  } catch (error) {
    log.warn({ source: source.name, reason: reasonOf(error) }, 'enrichment source skipped')
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** For a source that ignores its signal. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new SourceFailed('time-out')), { once: true }),
  )
}

/** Error messages may contain names and addresses; their types do not. */
function reasonOf(error: unknown): string {
  if (error instanceof SourceFailed) return error.message
  if (error instanceof AddressRefused) return 'address refused'
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? error) as NodeJS.ErrnoException
  return typeof code === 'string' ? code : error.name
}
