import type { Response } from 'undici'
import type { GuardOptions } from '../../base/net/address-guard.ts'
import { guardedFetch } from '../../base/net/guarded-fetch.ts'

const timeoutMs = 5000
const maxRedirects = 5

const headers = { accept: 'image/*,*/*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; Motif)' }

/** Whether a picture exists; `silent` where its host does not answer, or the answer does not tell. */
export type PictureAnswer = 'found' | 'missing' | 'silent'

/**
 * Checks a picture through the guard, without downloading it: by HEAD, and otherwise by GET for its first byte, because
 * not every host supports HEAD. Never throws.
 */
export async function askPicture(url: string, options: GuardOptions): Promise<PictureAnswer> {
  const head = await ask(url, { method: 'HEAD', headers }, options)
  if (head === 'found') return head
  return ask(url, { headers: { ...headers, range: 'bytes=0-0' } }, options)
}

async function ask(
  url: string,
  init: { method?: string; headers: Record<string, string> },
  options: GuardOptions,
): Promise<PictureAnswer> {
  try {
    const response = await guardedFetch(url, init, { ...options, timeoutMs, maxRedirects })
    // The body is not needed, however long it is.
    await response.body?.cancel()
    return readAnswer(response)
  } catch {
    return 'silent'
  }
}

/** Many hosts answer with a page where there is no picture. */
function readAnswer({ status, headers: answered }: Response): PictureAnswer {
  if (status === 404 || status === 410) return 'missing'
  const isPage = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(answered.get('content-type') ?? '')
  if (status === 200 || status === 206) return isPage ? 'missing' : 'found'
  return status === 416 ? 'found' : 'silent'
}
