import { readWhole } from '../../base/net/guarded-fetch.ts'
import { UserError } from '../../base/words/errors.ts'
import { isObject, parseObject } from '../../base/words/json.ts'
import type { Facts } from '../facts.ts'
import { expandTitle, readSeniority, type Seniority } from '../names/titles.ts'
import type { PeopleQuery, Source, SourceContext } from './source.ts'
import { SourceFailed, sourceTimeoutMs } from './source.ts'

const defaultBaseUrl = 'https://api.peopledatalabs.com/v5'
const maxAnswerBytes = 1_000_000
/** Each returned person costs money: enough to choose from, no more. */
const peoplePerSearch = '10'
/** From 1 to 10. The vendor advises to check lower ones by hand. */
const minLikelihood = '6'

type Answer = Readonly<Record<string, unknown>>
type Parameters = Record<string, string | undefined>

/** API v5: https://docs.peopledatalabs.com/docs/reference-person-enrichment-api. Needs `PDL_API_KEY`; see also `PDL_BASE_URL`. */
export function openPeopleDataLabsSource({ env, fetch }: SourceContext): Source {
  const { PDL_API_KEY: key, PDL_BASE_URL: base = defaultBaseUrl } = env
  if (!key)
    throw new UserError('ENRICH: peopledatalabs needs PDL_API_KEY, the key of an account at People Data Labs')
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? ''))
    throw new UserError('PDL_BASE_URL: must be an http or https URL')

  async function ask(path: string, parameters: Parameters): Promise<Answer | undefined> {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value)
    const init = { headers: { 'x-api-key': key, accept: 'application/json' } }
    // The operator chose this address, so private ones are allowed.
    const options = { allowPrivateAddresses: true, timeoutMs: sourceTimeoutMs }
    const response = await fetch(`${base.replace(/\/+$/, '')}${path}?${query}`, init, options)
    if (response.ok) {
      const answer = parseObject((await readWhole(response, maxAnswerBytes)).toString())
      if (answer) return answer
      throw new SourceFailed('not an answer of the API')
    }
    await response.body?.cancel()
    // The vendor answers 404 where it finds nobody.
    if (response.status === 404) return undefined
    throw new SourceFailed(`status ${response.status}`)
  }

  return {
    name: 'peopledatalabs',
    isLocal: false,
    async find({ email, linkedin, name, company, domain }) {
      const isOfCompany = /linkedin\.com\/(company|school|showcase)\//i.test(linkedin ?? '')
      const profile = isOfCompany ? undefined : linkedin
      if (email || profile || (name && (company || domain))) {
        const person = { email, profile, name, company: company ?? domain, min_likelihood: minLikelihood }
        const answer = await ask('/person/enrich', person)
        return isObject(answer?.data) ? readPerson(answer.data) : {}
      }
      const answer = domain && (await ask('/company/enrich', { website: domain }))
      return answer ? readCompany(answer) : {}
    },
    async findPeople(query) {
      const asked = { query: JSON.stringify(searchQuery(query)), size: peoplePerSearch }
      const answer = await ask('/person/search', asked)
      const people = Array.isArray(answer?.data) ? answer.data : []
      return people.filter(isObject).map((data) => ({ ...readPerson(data), domain: query.domain }))
    },
  }
}

const levels: Readonly<Record<Seniority, string[]>> = {
  chief: ['cxo', 'owner', 'partner'],
  'vice president': ['vp'],
  director: ['director'],
  head: ['director', 'manager'],
  manager: ['manager'],
  senior: ['senior'],
  staff: ['entry', 'training', 'unpaid'],
}

function searchQuery({ domain, titles, department, seniority }: PeopleQuery) {
  const level = seniority && readSeniority(seniority)
  const oneTitle = titles.map((title) => ({
    bool: { should: expandTitle(title).map((spelling) => ({ match: { job_title: spelling } })) },
  }))
  return {
    bool: {
      must: [
        { term: { job_company_website: domain } },
        ...(oneTitle.length > 0 ? [{ bool: { should: oneTitle } }] : []),
        ...(department && titles.length === 0 ? [{ match: { job_title: department } }] : []),
        ...(level && titles.length === 0 ? [{ terms: { job_title_levels: levels[level] } }] : []),
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
    if (word === 'gmbh') return 'GmbH'
    if (/^(cto|ceo|cfo|coo|cmo|cio|vp|svp|evp|hr|it|ux|qa|ai|llc|ag)$/.test(word)) return word.toUpperCase()
    if (at > 0 && /^(of|the|and|for|in|at|to|de|von|van)$/.test(word)) return word
    return word.charAt(0).toUpperCase() + word.slice(1)
  })
}
