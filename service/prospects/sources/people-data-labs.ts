import { readWhole } from '../../base/net/guarded-fetch.ts'
import { UserError } from '../../base/words/errors.ts'
import { isObject, parseObject } from '../../base/words/json.ts'
import { withoutTrailing } from '../../base/words/text.ts'
import { seniorityQuery } from '../names/seniority.ts'
import { expandTitle } from '../names/titles.ts'
import { isCompanyPage } from '../person-key.ts'
import {
  type Facts,
  type PeopleQuery,
  type Person,
  type Source,
  type SourceContext,
  SourceFailed,
  sourceTimeoutMs,
} from './source.ts'

const defaultBaseUrl = 'https://api.peopledatalabs.com/v5'
const maxAnswerBytes = 1_000_000
/** Each returned person costs money: enough to choose from, no more. */
const peoplePerSearch = 10
/** From 1 to 10. The vendor advises to check lower ones by hand. */
const minLikelihood = 6

type Answer = Readonly<Record<string, unknown>>
type Ask = (
  path: string,
  parameters: Record<string, string | undefined>,
  signal: AbortSignal,
) => Promise<Answer | undefined>

/**
 * Creates the source of People Data Labs, API v5: person and company enrichment, person search. Needs `PDL_API_KEY`;
 * `PDL_BASE_URL` (default https://api.peopledatalabs.com/v5) changes the address.
 * https://docs.peopledatalabs.com/docs/reference-person-enrichment-api
 */
export function openPeopleDataLabsSource({ env, fetch }: SourceContext): Source {
  const key = env.PDL_API_KEY || missingKey()
  const baseUrl = readBaseUrl(env.PDL_BASE_URL)
  const ask: Ask = async (path, parameters, signal) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value)
    const init = { headers: { 'x-api-key': key, accept: 'application/json' }, signal }
    // The operator chose this address, so private ones are allowed.
    const options = { allowPrivateAddresses: true, timeoutMs: sourceTimeoutMs }
    const response = await fetch(`${baseUrl}${path}?${query}`, init, options)
    if (response.ok) return parse((await readWhole(response, maxAnswerBytes)).toString())
    await response.body?.cancel()
    // The vendor answers 404 where it finds nobody.
    if (response.status === 404) return undefined
    throw new SourceFailed(`status ${response.status}`)
  }
  return {
    name: 'peopledatalabs',
    isLocal: false,
    find: (known, signal) => find(ask, known, signal),
    findPeople: (query, signal) => findPeople(ask, query, signal),
  }
}

/** Finds a person by what identifies one, else the company by its domain. */
async function find(ask: Ask, known: Readonly<Facts>, signal: AbortSignal): Promise<Facts> {
  const { email, linkedin, name, company, domain } = known
  const profile = linkedin && !isCompanyPage(linkedin) ? linkedin : undefined
  const isPerson = email || profile || (name && (company || domain))
  if (isPerson) {
    const parameters = {
      email,
      profile,
      name,
      company: company ?? domain,
      min_likelihood: `${minLikelihood}`,
    }
    const answer = await ask('/person/enrich', parameters, signal)
    return isObject(answer?.data) ? readPerson(answer.data) : {}
  }
  const answer = domain ? await ask('/company/enrich', { website: domain }, signal) : undefined
  return answer ? readCompany(answer) : {}
}

async function findPeople(ask: Ask, query: PeopleQuery, signal: AbortSignal): Promise<Person[]> {
  const answer = await ask(
    '/person/search',
    { query: JSON.stringify(searchQuery(query)), size: `${peoplePerSearch}` },
    signal,
  )
  const people = Array.isArray(answer?.data) ? answer.data : []
  return people.filter(isObject).map((data) => ({ ...readPerson(data), domain: query.domain }))
}

/** The vendor's Elasticsearch query. Its results are ranked here. */
function searchQuery({ domain, titles, department, seniority }: PeopleQuery) {
  const oneTitle = titles.map((title) => ({
    bool: { should: expandTitle(title).map((spelling) => ({ match: { job_title: spelling } })) },
  }))
  return {
    bool: {
      must: [
        { term: { job_company_website: domain } },
        ...(oneTitle.length > 0 ? [{ bool: { should: oneTitle } }] : []),
        ...(department && titles.length === 0 ? [{ match: { job_title: department } }] : []),
        ...(seniority && titles.length === 0
          ? [{ terms: { job_title_levels: seniorityQuery(seniority) } }]
          : []),
      ],
    },
  }
}

function readPerson(data: Answer): Facts {
  return {
    email: text(data.work_email),
    name: titleCase(text(data.full_name)),
    role: titleCase(text(data.job_title)),
    company: titleCase(text(data.job_company_name)),
    industry: titleCase(text(data.job_company_industry) ?? text(data.industry)),
    linkedin: link(data.linkedin_url),
    domain: text(data.job_company_website),
    description: text(data.job_summary) ?? text(data.summary),
  }
}

function readCompany(data: Answer): Facts {
  return {
    company: text(data.display_name) ?? titleCase(text(data.name)),
    industry: titleCase(text(data.industry)),
    linkedin: link(data.linkedin_url),
    description: text(data.summary),
  }
}

/** Fields that the plan does not include have the value `true`. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value : undefined
}

function link(value: unknown): string | undefined {
  const url = text(value)
  return url && !url.includes('://') ? `https://www.${url.replace(/^www\./, '')}` : url
}

/** Capitalises a text, because the vendor's texts are in lower case. */
function titleCase(lower: string | undefined): string | undefined {
  return lower?.replace(/[\p{L}\d]+/gu, (word, at) => {
    if (/^(cto|ceo|cfo|coo|cmo|cio|vp|svp|evp|hr|it|ux|qa|ai|llc|gmbh|ag|inc)$/.test(word))
      return known[word] ?? word.toUpperCase()
    if (at > 0 && /^(of|the|and|for|in|at|to|de|von|van)$/.test(word)) return word
    return word.charAt(0).toUpperCase() + word.slice(1)
  })
}

const known: Readonly<Record<string, string>> = { gmbh: 'GmbH', inc: 'Inc' }

function parse(text: string): Answer {
  const answer = parseObject(text)
  if (answer) return answer
  throw new SourceFailed('not an answer of the API')
}

function missingKey(): never {
  throw new UserError('ENRICH: peopledatalabs needs PDL_API_KEY, the key of an account at People Data Labs')
}

function readBaseUrl(text: string | undefined): string {
  if (!text) return defaultBaseUrl
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return withoutTrailing(text, '/')
  throw new UserError('PDL_BASE_URL: must be an http or https URL')
}
