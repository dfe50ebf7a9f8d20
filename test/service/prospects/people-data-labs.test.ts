import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { type Service, startService } from '../../support/service.ts'
import { createEnriched, enriched, type Prospect } from './enriched.ts'

/** A person as People Data Labs writes one: small letters, `true` for what the plan leaves out. */
const ada = {
  full_name: 'ada lovelace',
  work_email: 'ada@vendor-co.example',
  job_title: 'vice president of engineering',
  job_company_name: 'vendor co',
  job_company_website: 'vendor-co.example',
  job_company_industry: 'computer software',
  linkedin_url: 'linkedin.com/in/ada',
  mobile_phone: true,
}
const bob = {
  ...ada,
  full_name: 'bob low',
  work_email: true,
  job_title: 'engineer',
  linkedin_url: 'linkedin.com/in/bob',
}

describe('People Data Labs', () => {
  let vendor: LocalServer
  let service: Service
  beforeAll(async () => {
    vendor = await startLocalServer(({ path, headers }, response) => {
      const url = new URL(path, 'http://vendor')
      const send = (status: number, body: object) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify({ status, ...body }))
      if (headers['x-api-key'] !== 'pdl-key-1') return send(401, { error: { message: 'key' } })
      const query = Object.fromEntries(url.searchParams)
      if (url.pathname === '/v5/person/enrich' && query.email === 'ada@vendor-co.example')
        return send(200, { likelihood: 9, data: ada })
      if (url.pathname === '/v5/person/search' && query.query?.includes('"vendor-co.example"'))
        return send(200, { total: 2, data: [bob, ada] })
      if (url.pathname === '/v5/company/enrich' && /^(only|known)-company/.test(query.website ?? ''))
        return send(200, {
          name: 'only company',
          display_name: 'Only Company',
          industry: 'farming',
          summary: 'It farms',
          linkedin_url: 'linkedin.com/company/only',
        })
      if (query.email === 'slow.crash@crash.example') return send(500, { error: {} })
      if (query.email === 'not.json@crash.example') return response.end('<html>')
      send(404, { error: { type: 'not_found' } })
    })
    service = await startService({
      ENRICH: 'email,peopledatalabs',
      PDL_API_KEY: 'pdl-key-1',
      PDL_BASE_URL: `${vendor.url}/v5/`,
    })
  })
  afterAll(async () => {
    await service?.stop()
    await vendor?.[Symbol.asyncDispose]()
  })

  const search = (body: object) => service.request<Prospect>('POST', '/v1/prospects/search', { body })

  test('tells of a person by the e-mail address what is still unknown', async () => {
    const prospect = await createEnriched(service, {
      email: 'ada@vendor-co.example',
      additional: { company: 'Told Inc' },
    })
    expect(prospect).toMatchObject({
      name: 'Ada Lovelace',
      role: 'Vice President of Engineering',
      company: 'Told Inc',
      industry: 'Computer Software',
      linkedin: 'https://www.linkedin.com/in/ada',
      domain: 'vendor-co.example',
    })
  })

  test.each(['slow.crash@crash.example', 'not.json@crash.example', 'un.known@crash.example'])(
    'is done without where it fails or knows nobody: %s',
    async (email) => {
      expect(await createEnriched(service, { email })).toMatchObject({ status: 'enriched', company: 'Crash' })
    },
  )

  test('is not asked about a test prospect', async () => {
    await createEnriched(service, { email: 'hidden.tester@vendor-co.example', test: true })
    expect(vendor.received.some(({ path }) => path.includes('hidden.tester'))).toBe(false)
  })

  test('is searched where neither prospects nor directory have the person', async () => {
    const answer = await search({ domain: 'vendor-co.example', titles: ['Engineer'] })
    expect(answer.body).toMatchObject({
      name: 'Bob Low',
      role: 'Engineer',
      linkedin: 'https://www.linkedin.com/in/bob',
    })
    expect(answer.body).not.toHaveProperty('email')
    await enriched(service, answer.body.id)
    const asked = vendor.received.filter(({ path }) => path.startsWith('/v5/person/search'))
    expect(new URL(asked[0]?.path ?? '', vendor.url).searchParams.get('query')).toContain(
      '{"match":{"job_title":"engineer"}}',
    )
    const again = await search({ domain: 'vendor-co.example', titles: ['engineer'] })
    expect(again.body.id).toBe(answer.body.id)
    expect(vendor.received.filter(({ path }) => path.startsWith('/v5/person/search'))).toHaveLength(
      asked.length,
    )
  })

  test('tells of the company where it is the prospect', async () => {
    const { body } = await search({ domain: 'only-company.example', titles: ['CEO'] })
    expect(await enriched(service, body.id)).toMatchObject({
      company: 'Only Company',
      industry: 'Farming',
      linkedin: 'https://www.linkedin.com/company/only',
      profile: 'Only Company (only-company.example) is a company in this industry: Farming. It farms.',
    })
  })

  test('its key and whom it is asked about are not in the logs', () => {
    expect(service.output()).toMatch(/"source":"peopledatalabs","reason":"status 500"/)
    expect(service.output()).not.toMatch(/pdl-key-1|crash\.example|lovelace/)
  })
})
