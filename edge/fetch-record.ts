import type { PageRecord } from '../wire/record.ts'

/** The largest record that is put into a page, in characters. */
const maxLength = 2_000_000

/**
 * Requests a pattern's record. `undefined` if there is none, if it is invalid, or if the signal aborts first. Never throws.
 *
 * @param visitor whose unknown patterns the service counts: the visitor's address, after those that proxies have named
 */
export async function fetchRecord(
  service: string,
  pattern: string,
  { fetch, signal, visitor }: { fetch: typeof globalThis.fetch; signal: AbortSignal; visitor: string | null },
): Promise<PageRecord | undefined> {
  try {
    const headers: Record<string, string> = visitor ? { 'x-forwarded-for': visitor } : {}
    const answer = await fetch(`${service}/p/${pattern}`, { headers, redirect: 'manual', signal })
    const text = answer.status === 200 ? await answer.text() : ''
    return text.length > maxLength ? undefined : toRecord(JSON.parse(text), pattern)
  } catch {
    return undefined
  }
}

function toRecord(given: Partial<PageRecord> | null, pattern: string): PageRecord | undefined {
  if (given?.pattern !== pattern || !Array.isArray(given.content)) return undefined
  const { language = '', content, analytics } = given
  return { pattern, language, content, analytics: Array.isArray(analytics) ? analytics : [] }
}
