import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { openSources } from '../../../service/prospects/sources/sources.ts'
import { forADatabase } from '../../support/databases.ts'
import { type Service, startService } from '../../support/service.ts'
import { createEnriched, type Prospect } from './enriched.ts'

forADatabase((database) => {
  let service: Service
  beforeAll(async () => {
    service = await startService({ ...(await database.create()), LOG_LEVEL: 'trace' })
  })
  afterAll(() => service?.stop())

  test('an e-mail address tells name, domain, company and profile', async () => {
    const prospect = await createEnriched(service, { email: 'Jane.Doe+spring@mail.acme-tools.co.uk' })
    expect(prospect).toMatchObject({
      email: 'Jane.Doe+spring@mail.acme-tools.co.uk',
      name: 'Jane Doe',
      domain: 'acme-tools.co.uk',
      company: 'Acme Tools',
      profile: 'Jane Doe works at Acme Tools. Acme Tools is found at acme-tools.co.uk.',
    })
    expect(prospect).not.toHaveProperty('role')
    expect(prospect.updatedAt > prospect.createdAt).toBe(true)
  })

  test('what the client tells wins over what is found', async () => {
    const additional = {
      name: 'Dr. Jane',
      company: 'ACME Corporation',
      role: 'CTO',
      industry: 'Tools',
      linkedin: 'https://www.linkedin.com/in/jane',
      domain: 'acme.test',
    }
    const prospect = await createEnriched(service, { email: 'jane.roe@other.example', additional })
    expect(prospect).toMatchObject({ ...additional, additional })
    expect(prospect.profile).toBe(
      'Dr. Jane is CTO at ACME Corporation. ACME Corporation (acme.test) is a company in this industry: Tools.',
    )
  })

  test('what is told of the wrong type or blank is not taken', async () => {
    const additional = { name: 5, company: null, role: ['CTO'], industry: ' ' }
    const prospect = await createEnriched(service, { email: 'max.muster@muster.example', additional })
    expect(prospect).toMatchObject({ name: 'Max Muster', company: 'Muster', additional })
    expect(prospect).not.toHaveProperty('role')
    expect(prospect).not.toHaveProperty('industry')
  })

  test.each(['gmail.com', 'web.de', 'mailinator.com', 'outlook.co.uk', 'yahoo.co.jp'])(
    'a mailbox at %s names no company',
    async (provider) => {
      const prospect = await createEnriched(service, { email: `jane.doe@${provider}` })
      expect(prospect.name).toBe('Jane Doe')
      expect(prospect).not.toHaveProperty('company')
      expect(prospect).not.toHaveProperty('domain')
      expect(prospect.profile).toBe('The prospect is Jane Doe.')
    },
  )

  test.each(['info', 'no-reply', 'sales.emea', 'Support', 'press.office'])(
    '%s@ is nobody’s name',
    async (local) => {
      const prospect = await createEnriched(service, { email: `${local}@acme-tools.co.uk` })
      expect(prospect).not.toHaveProperty('name')
      expect(prospect.company).toBe('Acme Tools')
    },
  )

  test('of whom nothing is known nothing is said', async () => {
    const prospect = await createEnriched(service, { email: 'info@gmail.com' })
    expect(Object.keys(prospect).sort()).toEqual(['createdAt', 'email', 'id', 'status', 'updatedAt'])
  })

  test('a test prospect is enriched from its e-mail address alone', async () => {
    const prospect = await createEnriched(service, { email: 'ada.lovelace@acme.example', test: true })
    expect(prospect).toMatchObject({ name: 'Ada Lovelace', company: 'Acme', domain: 'acme.example' })
  })

  test('what is told later changes the field and no more', async () => {
    const { id } = await createEnriched(service, { email: 'later.told@acme.example' })
    const body = { email: 'LATER.told@acme.example', additional: { role: 'CEO' } }
    const merged = await service.request<Prospect>('POST', '/v1/prospects', { body })
    expect(merged.body).toMatchObject({ id, status: 'enriched', role: 'CEO', name: 'Later Told' })
  })

  test('no e-mail address is in the logs', () => {
    expect(service.output()).not.toMatch(/@(acme|other|gmail|crowd|muster)/i)
  })
})

describe('ENRICH', () => {
  test('with a wrong source stops the start with one line', async () => {
    await expect(startService({ ENRICH: 'email,horoscope' })).rejects.toThrow(
      /^ENRICH: horoscope is not a source; there are email, website, peopledatalabs$/m,
    )
  })

  test.each([
    ['peopledatalabs', /^ENRICH: peopledatalabs needs PDL_API_KEY/],
    ['constructor', /^ENRICH: constructor is not a source/],
  ])('%s is refused', (ENRICH, line) => {
    expect(() => openSources(readConfig({ ENRICH }))).toThrow(line)
  })
})
