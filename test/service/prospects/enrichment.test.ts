import { expect, test } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { openSources } from '../../../service/prospects/sources/sources.ts'
import { withApi } from '../http/support.ts'
import { createEnriched, type Prospect } from './enriched.ts'

withApi((api) => {
  test('an e-mail address tells name, domain, company and profile', async () => {
    const prospect = await createEnriched(api(), { email: 'Jane.Doe+spring@mail.acme-tools.co.uk' })
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
    const prospect = await createEnriched(api(), { email: 'jane.roe@other.example', additional })
    expect(prospect).toMatchObject({ ...additional, additional })
    expect(prospect.profile).toBe(
      'Dr. Jane is CTO at ACME Corporation. ACME Corporation (acme.test) is a company in this industry: Tools.',
    )
  })

  test('what is told of the wrong type or blank is not taken', async () => {
    const additional = { name: 5, company: null, role: ['CTO'], industry: ' ' }
    const prospect = await createEnriched(api(), { email: 'max.muster@muster.example', additional })
    expect(prospect).toMatchObject({ name: 'Max Muster', company: 'Muster', additional })
    expect(prospect).not.toHaveProperty('role')
    expect(prospect).not.toHaveProperty('industry')
  })

  test.each(['gmail.com', 'web.de', 'mailinator.com', 'outlook.co.uk', 'yahoo.co.jp'])(
    'a mailbox at %s names no company',
    async (provider) => {
      const prospect = await createEnriched(api(), { email: `jane.doe@${provider}` })
      expect(prospect.name).toBe('Jane Doe')
      expect(prospect).not.toHaveProperty('company')
      expect(prospect).not.toHaveProperty('domain')
      expect(prospect.profile).toBe('The prospect is Jane Doe.')
    },
  )

  test.each(['info', 'no-reply', 'sales.emea', 'Support', 'press.office'])(
    '%s@ is nobody’s name',
    async (local) => {
      const prospect = await createEnriched(api(), { email: `${local}@acme-tools.co.uk` })
      expect(prospect).not.toHaveProperty('name')
      expect(prospect.company).toBe('Acme Tools')
    },
  )

  test('of whom nothing is known nothing is said', async () => {
    const prospect = await createEnriched(api(), { email: 'info@gmail.com' })
    expect(Object.keys(prospect).sort()).toEqual(['createdAt', 'email', 'id', 'status', 'updatedAt'])
  })

  test('a test prospect is enriched from its e-mail address alone', async () => {
    const prospect = await createEnriched(api(), { email: 'ada.lovelace@acme.example', test: true })
    expect(prospect).toMatchObject({ name: 'Ada Lovelace', company: 'Acme', domain: 'acme.example' })
  })

  test('what is told later changes the field and no more', async () => {
    const { id } = await createEnriched(api(), { email: 'later.told@acme.example' })
    const body = { email: 'LATER.told@acme.example', additional: { role: 'CEO' } }
    const merged = await api().request<Prospect>('POST', '/v1/prospects', { body })
    expect(merged.body).toMatchObject({ id, status: 'enriched', role: 'CEO', name: 'Later Told' })
  })

  test('no e-mail address is in the logs', () => {
    expect(api().output()).not.toMatch(/jane\.(doe|roe)|later\.told|max\.muster/i)
  })
})

test.each([
  ['email,horoscope', /^ENRICH: horoscope is not a source; there are email, website, peopledatalabs$/],
  ['peopledatalabs', /^ENRICH: peopledatalabs needs PDL_API_KEY/],
  ['constructor', /^ENRICH: constructor is not a source/],
])('ENRICH=%s is refused', (ENRICH, line) => {
  expect(() => openSources(readConfig({ ENRICH }))).toThrow(line)
})
