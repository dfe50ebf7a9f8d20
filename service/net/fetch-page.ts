import { UserError } from '../model/errors.ts'
import { AddressRefused } from './address-guard.ts'
import { guardedFetch, readLimited } from './guarded-fetch.ts'

const timeoutMs = 10_000
const maxRedirects = 5
const maxBytes = 10 * 1024 * 1024

/**
 * The HTML of a page that the operator names, who may well mean their own machine: no address is refused. Throws a
 * UserError that says what is in the way. At most 10 s, 10 MB and 5 redirects.
 */
export async function fetchPage(url: string, signal: AbortSignal): Promise<string> {
  const options = { allowPrivateAddresses: true, timeoutMs, maxRedirects }
  try {
    const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Motif' }
    const response = await guardedFetch(url, { headers, signal }, options)
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok) throw new UserError(`the page answers HTTP ${response.status}`)
    if (!/html/i.test(type)) throw new UserError(`the page is not HTML but ${type || 'of no type'}`)
    const chunks: Uint8Array[] = []
    for await (const chunk of readLimited(response, maxBytes)) chunks.push(chunk)
    return decode(Buffer.concat(chunks), /charset="?([\w-]+)/i.exec(type)?.[1])
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${url} cannot be read: ${reasonOf(error)}`)
  }
}

function decode(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof AddressRefused) return error.message
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.message
}
