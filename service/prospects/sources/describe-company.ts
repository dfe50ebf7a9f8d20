import { registrableDomain } from '../../base/words/addresses.ts'
import { readEntities } from '../../base/words/html.ts'
import { isObject } from '../../base/words/json.ts'
import { isGarbled, type PageData } from './read-page-data.ts'
import type { Facts } from './source.ts'

type Thing = Readonly<Record<string, unknown>>

/** schema.org's Organization and its subtypes that home pages use. */
const organizationType =
  /(Organization|Corporation|LocalBusiness|Business|Company|NGO|Airline|Consortium|Cooperative|Store|Agency|Restaurant|Hotel|School|University|Dealer|Attorney|FinancialService|ProfessionalService|LegalService)$/

/** The properties in which JSON-LD may contain the page's own organization. */
const ways = ['@graph', 'mainEntity', 'publisher', 'about', 'isPartOf', 'provider']
const mostThings = 2000

/**
 * Describes the company of a home page. JSON-LD counts more than OpenGraph, and that more than other meta tags. Of
 * several organizations it takes the one whose URL is on this domain, else the first.
 */
export function describeCompany({ meta, jsonLd }: PageData, domain: string): Facts {
  const things = collectThings(jsonLd)
  const organization = chooseOrganization(things, domain)
  const site = things.find((thing) => hasType(thing, /^WebSite$/))
  const tag = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean)
  return {
    company:
      text(organization?.name) ??
      text(organization?.legalName) ??
      tag('og:site_name') ??
      text(site?.name) ??
      tag('application-name'),
    industry: text(organization?.industry) ?? tag('industry', 'og:industry', 'classification', 'category'),
    description:
      text(organization?.description) ?? tag('og:description', 'description', 'twitter:description'),
    linkedin: linkedinOf(organization),
  }
}

/** Breadth first, so that the outer things come first; limited for any page. */
function collectThings(roots: readonly unknown[]): Thing[] {
  const queue: unknown[] = [...roots]
  const things: Thing[] = []
  for (let at = 0; at < queue.length && at < mostThings; at++) {
    const value = queue[at]
    if (Array.isArray(value)) queue.push(...value.slice(0, mostThings))
    else if (isObject(value)) {
      things.push(value)
      queue.push(...ways.map((way) => value[way]).filter((inner) => typeof inner === 'object'))
    }
  }
  return things
}

function chooseOrganization(things: readonly Thing[], domain: string): Thing | undefined {
  const organizations = things.filter(
    (thing) => hasType(thing, organizationType) && text(thing.name ?? thing.legalName),
  )
  return organizations.find((thing) => isOf(thing, domain)) ?? organizations[0]
}

function isOf(thing: Thing, domain: string): boolean {
  return [thing.url, thing['@id']].some((url) => registrableDomain(text(url) ?? '') === domain)
}

function linkedinOf(organization: Thing | undefined): string | undefined {
  return [organization?.sameAs]
    .flat()
    .map(text)
    .find((url) => /^https?:\/\/([a-z]+\.)?linkedin\.com\//i.test(url ?? ''))
}

function hasType(thing: Thing, type: RegExp): boolean {
  return [thing['@type']].flat().some((name) => typeof name === 'string' && type.test(name))
}

/**
 * A plain text from a string, the first item of a list, or the name of a thing; without markup. Many programs that write
 * JSON-LD escape texts as if they were HTML.
 */
function text(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value
  const inner = isObject(first) ? (first['@value'] ?? first.name) : first
  const plain =
    typeof inner === 'string'
      ? readEntities(inner.slice(0, 4000).replace(/<[^<>]*>/g, ' '))
          .replace(/\s+/g, ' ')
          .trim()
      : ''
  return plain === '' || isGarbled(plain) ? undefined : plain
}
