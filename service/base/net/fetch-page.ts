import { TextDecoder } from 'node:util'
import { failureWords } from '../../../wire/failure-words.ts'
import { UserError } from '../words/errors.ts'
import { AddressRefused, type GuardOptions } from './address-guard.ts'
import { guardedFetch, readWhole } from './guarded-fetch.ts'

const timeoutMs = 10_000
const maxRedirects = 5

/** The address answers that there is no page, as it would to any visitor. */
export class PageGone extends UserError {}

interface FetchPageOptions extends GuardOptions {
  /** After so many bytes of decompressed HTML the page is cut off. Default 10 MB. */
  maxBytes?: number
  signal?: AbortSignal
}

/** Fetches the HTML of a page, within 10 s and 5 redirects. Throws a UserError that says why it is not possible. */
export async function fetchPage(
  url: string,
  { maxBytes = 10 * 1024 * 1024, signal, ...guard }: FetchPageOptions,
): Promise<string> {
  try {
    const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Motif' }
    const init = signal ? { headers, signal } : { headers }
    const response = await guardedFetch(url, init, { ...guard, timeoutMs, maxRedirects })
    const type = response.headers.get('content-type') ?? ''
    if (response.status === 404 || response.status === 410)
      throw new PageGone(`the page answers HTTP ${response.status}`)
    if (!response.ok) throw new UserError(`the page answers HTTP ${response.status}`)
    if (!/html/i.test(type)) throw new UserError(`the page is not HTML but ${type || 'of no type'}`)
    const bytes = await readWhole(response, maxBytes)
    return pageDecoder(bytes, type).decode(bytes)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${url} cannot be read: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof AddressRefused) return error.message
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return failureWords(typeof code === 'string' ? code : error.message)
}

/** Browsers look for the encoding of a page in so many bytes. */
const encodingBytes = 1024

/**
 * Creates the decoder of a page from its first bytes, as browsers find its encoding.
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function pageDecoder(start: Uint8Array, contentType: string): TextDecoder {
  const head = Buffer.from(start.subarray(0, encodingBytes)).toString('latin1')
  const label = /^\xEF\xBB\xBF/.test(head)
    ? 'utf-8'
    : /^\xFF\xFE/.test(head)
      ? 'utf-16le'
      : /^\xFE\xFF/.test(head)
        ? 'utf-16be'
        : (/charset\s*=\s*["']?([\w:-]+)/i.exec(contentType)?.[1] ?? labelInMeta(head))
  try {
    return new TextDecoder(label ?? 'utf-8')
  } catch {
    return new TextDecoder()
  }
}

function labelInMeta(head: string): string | undefined {
  const label = /<meta[^<>]+charset\s*=\s*["']?([\w:-]+)/i.exec(head)?.[1]
  return label?.toLowerCase().startsWith('utf-16') ? 'utf-8' : label
}
