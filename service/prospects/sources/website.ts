import type { Response } from 'undici'
import { readLimited } from '../../base/net/guarded-fetch.ts'
import { registrableDomain } from '../../base/words/domain.ts'
import { businessDomain } from '../names/company-domain.ts'
import { isMailProvider } from '../names/mail-providers.ts'
import { describeCompany } from './describe-company.ts'
import { readPageData } from './read-page-data.ts'
import { type Facts, type Source, type SourceContext, SourceFailed, sourceTimeoutMs } from './source.ts'

const maxPageBytes = 2_000_000
const maxRedirects = 5

const headers = {
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en,*;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; Motif)',
}

/** Creates the source that reads the home page of the company's domain: schema.org JSON-LD, OpenGraph and meta tags. */
export function openWebsiteSource({ allowPrivateAddresses, fetch }: SourceContext): Source {
  const options = { allowPrivateAddresses, timeoutMs: sourceTimeoutMs, maxRedirects }
  const describe = rememberSoon(async (domain: string) => {
    const response = await fetch(`https://${domain}/`, { headers }, options)
    return describeCompany(await read(response), domain)
  })
  return {
    name: 'website',
    isLocal: false,
    async find(known) {
      const domain = siteOf(known)
      if (!domain) return {}
      const { linkedin, ...company } = await describe(domain)
      // The company's LinkedIn page belongs to the prospect only where the prospect is the company.
      return known.name || known.email ? company : { ...company, linkedin }
    },
  }
}

function siteOf({ domain, email }: Readonly<Facts>): string | undefined {
  const site = domain ? registrableDomain(domain) : email && businessDomain(email)
  return site && !isMailProvider(site) ? site : undefined
}

async function read(response: Response) {
  const contentType = response.headers.get('content-type') ?? 'text/html'
  const isPage = response.ok && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)
  if (isPage) return readPageData(readLimited(response, maxPageBytes), contentType)
  await response.body?.cancel()
  throw new SourceFailed(response.ok ? 'not a page' : `status ${response.status}`)
}

const longestMs = 5 * 60_000
const mostRemembered = 500
/** A failure after this time means that the host hangs. */
const slowMs = 5000
const slowFailureMs = 30_000

/**
 * Caches the answers of a function by key, for five minutes: of a thousand prospects of one company, the first one
 * fetches the home page. A failure is shared by those who wait for it, and then forgotten; a slow one is cached for
 * half a minute, so that a host that hangs does not delay them one after the other.
 */
export function rememberSoon<T>(
  find: (key: string) => Promise<T>,
  now: () => number = Date.now,
): (key: string) => Promise<T> {
  const remembered = new Map<string, { answer: Promise<T>; until: number }>()
  return (key) => {
    const known = remembered.get(key)
    if (known && now() < known.until) return known.answer
    const began = now()
    const answer = find(key)
    // The first key is the oldest.
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '')
    remembered.delete(key)
    remembered.set(key, { answer, until: now() + longestMs })
    answer.catch(() => {
      if (remembered.get(key)?.answer !== answer) return
      if (now() - began < slowMs) remembered.delete(key)
      else remembered.set(key, { answer, until: now() + slowFailureMs })
    })
    return answer
  }
}
