import { LRUCache } from 'lru-cache'
import type { Response } from 'undici'
import { pageDecoder } from '../../base/net/fetch-page.ts'
import { readWhole } from '../../base/net/guarded-fetch.ts'
import { registrableDomain } from '../../base/words/addresses.ts'
import { readEntities } from '../../base/words/html.ts'
import { isObject } from '../../base/words/json.ts'
import type { Facts } from '../facts.ts'
import { businessDomain } from '../names/mail.ts'
import { isGarbled, type PageData, readPageData } from './page-data.ts'
import { type Source, type SourceContext, SourceFailed, sourceTimeoutMs } from './source.ts'

const maxPageBytes = 2_000_000
const maxRedirects = 5
const rememberedMs = 5 * 60_000

const headers = {
  accept: 'text/html,application/xhtml+xml',
  'accept-language': 'en,*;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; Motif)',
}

/** Creates the source that reads the home page of the company's domain: schema.org JSON-LD, OpenGraph and meta tags. */
export function openWebsiteSource({ allowPrivateAddresses, fetch }: SourceContext): Source {
  const options = { allowPrivateAddresses, timeoutMs: sourceTimeoutMs, maxRedirects }
  const pages = new LRUCache<string, Promise<Facts>>({ max: 500, ttl: rememberedMs })

  /** Of a thousand prospects of one company, the first one fetches the home page, or waits for a host that hangs. */
  function describe(domain: string): Promise<Facts> {
    const known = pages.get(domain)
    if (known) return known
    const found = fetch(`https://${domain}/`, { headers }, options)
      .then(read)
      .then((page) => describeCompany(page, domain))
    pages.set(domain, found)
    return found
  }

  return {
    name: 'website',
    isLocal: false,
    async find(known) {
      const domain = businessDomain(known.domain || (known.email ?? ''))
      if (!domain) return {}
      const { linkedin, ...company } = await describe(domain)
      // The company's LinkedIn page belongs to the prospect only where the prospect is the company.
      return known.name || known.email ? company : { ...company, linkedin }
    },
  }
}

async function read(response: Response): Promise<PageData> {
  const contentType = response.headers.get('content-type') ?? 'text/html'
  const isPage = response.ok && /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType)
  if (isPage) {
    const bytes = await readWhole(response, maxPageBytes)
    return readPageData(pageDecoder(bytes, contentType).decode(bytes))
  }
  await response.body?.cancel()
  throw new SourceFailed(response.ok ? 'not a page' : `status ${response.status}`)
}

type Thing = Readonly<Record<string, unknown>>

const organizationType =
  /(Organization|Corporation|LocalBusiness|Business|Company|NGO|Airline|Consortium|Cooperative|Store|Agency|Restaurant|Hotel|School|University|Dealer|Attorney|FinancialService|ProfessionalService|LegalService)$/

/** The properties in which JSON-LD may contain the page's own organization. */
const ways = ['@graph', 'mainEntity', 'publisher', 'about', 'isPartOf', 'provider']
const mostThings = 2000

/** JSON-LD counts more than OpenGraph, and that more than other tags. Of several organizations, the one of this domain. */
function describeCompany({ meta, jsonLd }: PageData, domain: string): Facts {
  const things = collectThings(jsonLd)
  const organization = chooseOrganization(things, domain)
  const site = things.find((thing) => hasType(thing, /^WebSite$/))
  const tag = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean)
  const pages = [organization?.sameAs].flat().map(text)
  return {
    company: nameOf(organization) ?? tag('og:site_name') ?? text(site?.name) ?? tag('application-name'),
    industry: text(organization?.industry) ?? tag('industry', 'og:industry', 'classification', 'category'),
    description:
      text(organization?.description) ?? tag('og:description', 'description', 'twitter:description'),
    linkedin: pages.find((url) => /^https?:\/\/([a-z]+\.)?linkedin\.com\//i.test(url ?? '')),
  }
}

/** Breadth first, so that the outer things come first; limited for any page. */
function collectThings(roots: readonly unknown[]): Thing[] {
  const queue: unknown[] = [...roots]
  for (let at = 0; at < queue.length && at < mostThings; at++) {
    const value = queue[at]
    if (Array.isArray(value)) queue.push(...value.slice(0, mostThings))
    else if (isObject(value)) queue.push(...ways.map((way) => value[way]))
  }
  return queue.slice(0, mostThings).filter(isObject)
}

function chooseOrganization(things: readonly Thing[], domain: string): Thing | undefined {
  const all = things.filter((thing) => hasType(thing, organizationType) && nameOf(thing))
  const isOf = (thing: Thing) =>
    [thing.url, thing['@id']].some((url) => registrableDomain(text(url) ?? '') === domain)
  return all.find(isOf) ?? all[0]
}

function nameOf(organization: Thing | undefined): string | undefined {
  return text(organization?.name) ?? text(organization?.legalName)
}

function hasType(thing: Thing, type: RegExp): boolean {
  return [thing['@type']].flat().some((name) => typeof name === 'string' && type.test(name))
}

/** The plain text of a JSON-LD value. Many programs that write it escape texts as if they were HTML. */
function text(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  const inner = isObject(first) ? (first['@value'] ?? first.name) : first
  if (typeof inner !== 'string' || isGarbled(inner)) return undefined
  const words = readEntities(inner.slice(0, 4000).replace(/<[^<>]*>/g, ' '))
  return words.replace(/\s+/g, ' ').trim() || undefined
}
