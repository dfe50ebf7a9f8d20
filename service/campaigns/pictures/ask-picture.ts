import type { Response } from 'undici'
import type { GuardOptions } from '../../net/address-guard.ts'
import { guardedFetch } from '../../net/guarded-fetch.ts'

const timeoutMs = 5000
const maxRedirects = 5

const headers = { accept: 'image/*,*/*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; Motif)' }

/** Whether a picture exists; `silent` where its host does not answer, or says something else. */
export type PictureAnswer = 'found' | 'missing' | 'silent'

/**
 * Asks for a picture, through the guard, without reading it: by HEAD, and by GET for its first byte where that does not
 * say that it is there, because not every host understands HEAD. Never throws.
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
    // Nothing of the body is wanted, however long it is.
    await response.body?.cancel()
    return readAnswer(response)
  } catch {
    return 'silent'
  }
}

/** A page in the place of a picture is what many hosts answer where there is none. */
function readAnswer({ status, headers: answered }: Response): PictureAnswer {
  if (status === 404 || status === 410) return 'missing'
  const isPage = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(answered.get('content-type') ?? '')
  if (status === 200 || status === 206) return isPage ? 'missing' : 'found'
  return status === 416 ? 'found' : 'silent'
}
