import { LRUCache } from 'lru-cache'
import type { Response } from 'undici'
import { readLimited } from '../../base/net/guarded-fetch.ts'
import { registrableDomain } from '../../base/words/addresses.ts'
import { businessDomain } from '../names/company-domain.ts'
import { isMailProvider } from '../names/mail-providers.ts'
import { describeCompany } from './describe-company.ts'
import { readPageData } from './read-page-data.ts'
import { type Facts, type Source, type SourceContext, SourceFailed, sourceTimeoutMs } from './source.ts'

const maxPageBytes = 2_000_000
const maxRedirects = 5
const rememberedMs = 5 * 60_000
const failureMs = 30_000

const headers = {
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en,*;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; Motif)',
}

/** Creates the source that reads the home page of the company's domain: schema.org JSON-LD, OpenGraph and meta tags. */
export function openWebsiteSource({ allowPrivateAddresses, fetch }: SourceContext): Source {
  const options = { allowPrivateAddresses, timeoutMs: sourceTimeoutMs, maxRedirects }
  const pages = new LRUCache<string, Promise<Facts>>({ max: 500, ttl: rememberedMs })

  /** Of a thousand prospects of one company, the first one fetches the home page. */
  function describe(domain: string): Promise<Facts> {
    const known = pages.get(domain)
    if (known) return known
    const found = fetch(`https://${domain}/`, { headers }, options)
      .then(read)
      .then((page) => describeCompany(page, domain))
    pages.set(domain, found)
    // A host that hangs does not delay them one after the other.
    found.catch(() => pages.set(domain, found, { ttl: failureMs }))
    return found
  }

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
