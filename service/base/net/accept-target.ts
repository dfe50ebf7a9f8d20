import { DomainError } from '../words/errors.ts'
import { AddressRefused, assertReachableUrl, type GuardOptions } from './address-guard.ts'

const maxLength = 2048

/**
 * Checks the address of a callback or webhook from `field`: an absolute http or https URL of at most 2,048 characters,
 * without user info, whose host the service may reach. Returns it in normal form. Throws `callback-refused`.
 */
export async function acceptTarget(field: string, url: string, options: GuardOptions): Promise<string> {
  if (url.length > maxLength) throw refused(field, `must be at most ${maxLength} characters`)
  // A URL parser drops or encodes these, so another address would be called than the one that was meant.
  if (/[\s\p{C}]/u.test(url)) throw refused(field, 'must have no spaces or control characters')
  if (!/^https?:\/\//i.test(url)) throw refused(field, 'must be an absolute http or https URL')
  try {
    await assertReachableUrl(url, options)
  } catch (error) {
    if (error instanceof AddressRefused) throw refused(field, error.message)
    throw error
  }
  return new URL(url).href
}

function refused(field: string, why: string): DomainError {
  return new DomainError(
    'callback-refused',
    `${field}: ${why}. Give a public URL such as https://example.com/hook.`,
  )
}
