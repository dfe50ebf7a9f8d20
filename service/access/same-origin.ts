import type { FastifyRequest } from 'fastify'
import { ApiError } from '../base/http/schemas/error-codes.ts'

type Headers = Pick<FastifyRequest, 'headers'>['headers']

/**
 * Throws 40300 unless a request with a cookie comes from the console's own pages. `SameSite` alone trusts sibling sub-
 * domains. A request without `Origin`, such as a download, is accepted where `Sec-Fetch-Site` says that it is the
 * site's own.
 */
export function assertOwnPage(headers: Headers, publicUrl: string): void {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const isOwn = origin === undefined ? isOwnSite(site) : isOwnOrigin(headers, publicUrl)
  if (origin === undefined && site === undefined) throw refused(unsaidPage)
  if (!isOwn || (site !== undefined && !isOwnSite(site))) throw refused(foreignPage)
}

/** Throws 40300 where a request comes from a page of another origin. Clients that are not pages may pass. */
export function assertNoForeignPage(headers: Headers, publicUrl: string): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    assertOwnPage(headers, publicUrl)
}

function isOwnSite(site: unknown): boolean {
  return site === 'same-origin' || site === 'none'
}

/**
 * Whether the origin is that of `PUBLIC_URL`, or of another address of the service, where the browser says that the
 * request is same-origin.
 */
function isOwnOrigin({ origin, host, ...headers }: Headers, publicUrl: string): boolean {
  if (origin === new URL(publicUrl).origin) return true
  return headers['sec-fetch-site'] === 'same-origin' && URL.parse(origin ?? '')?.host === host
}

/** Browsers send `Sec-Fetch-Site` to trustworthy addresses alone. https://www.w3.org/TR/fetch-metadata/#fetch-integration */
const unsaidPage =
  'The browser did not say which page sent this request. Browsers say so only over https://, or at http://localhost. Open the console by https://. Programs send a token.'
const foreignPage =
  'A session is good for requests from the console’s own pages; from elsewhere, send a token.'

function refused(why: string): ApiError {
  return new ApiError(40300, why, { Vary: 'Origin, Sec-Fetch-Site' })
}
