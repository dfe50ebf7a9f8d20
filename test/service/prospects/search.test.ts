import { describe, expect, test } from 'vitest'
import { withApi } from '../http/support.ts'
import { createEnriched, enriched, type Prospect } from './enriched.ts'

withApi((api) => {
  const search = async (body: object, token?: string) => {
    const answer = await api().request<Prospect>('POST', '/v1/prospects/search', {
      body,
      ...(token && { token }),
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const person = (name: string, domain: string, role?: string) =>
    createEnriched(api(), {
      email: `${name.toLowerCase().replace(' ', '.')}@${domain}`,
      ...(role && { additional: { role } }),
    })

  describe('among the own prospects', () => {
    test.each([
      ['CTO', 'Chief Technology Officer'],
      ['Chief Technical Officer', 'CTO & Co-Founder'],
      ['V.P. Sales', 'VP Sales EMEA'],
      ['Sr. Software Engineer', 'senior software engineering'],
      ['head of r&d', 'Head of Research and Development'],
    ])('%s finds a %s', async (title, role) => {
      const domain = `t${Buffer.from(`${title}${role}`).toString('hex').slice(0, 40)}.example`
      await person('Other Person', domain, 'Janitor')
      const { id } = await person('Right Person', domain, role)
      expect(await search({ domain, titles: [title] })).toMatchObject({ id })
      expect(await search({ domain, role: { title } })).toMatchObject({ id })
    })

    test.each([
      ['President', 'Vice President'],
      ['CEO', 'Assistant to the CEO'],
      ['Director', 'Former Director'],
    ])('%s does not find a %s', async (title, role) => {
      const domain = `n${Buffer.from(`${title}${role}`).toString('hex').slice(0, 40)}.example`
      const { id } = await person('Wrong Person', domain, role)
      const found = await search({ domain, titles: [title] })
      expect(found.id).not.toBe(id)
      expect(found).not.toHaveProperty('name')
    })

    test.each(['https://www.Stated-Url.com/team', 'stated-bücher.de'])(
      'whose company is stated as %s, in any notation of it',
      async (domain) => {
        const additional = { domain, role: 'CEO' }
        const { id } = await createEnriched(api(), {
          email: `${domain.replace(/\W+/g, '')}@gmail.com`,
          additional,
        })
        const found = await search({ domain, titles: ['CEO'] })
        expect(found).toMatchObject({ id, additional })
        const listed = await api().request<{ prospects: Prospect[] }>(
          'GET',
          `/v1/prospects?domain=${encodeURIComponent(domain)}`,
        )
        expect(listed.body.prospects.map((each) => each.id)).toEqual([id])
      },
    )

    test('the first of the titles is wanted most, the closest role among those who have it', async () => {
      const domain = 'order.example'
      await person('Sales Director', domain, 'Director of Sales')
      await person('Long Role', domain, 'Head of Marketing, Brand and Communications')
      const { id } = await person('Short Role', domain, 'Head of Marketing')
      expect(
        await search({ domain, titles: ['CEO', 'Head of Marketing', 'Director of Sales'] }),
      ).toMatchObject({ id })
    })

    test('without titles and role, the most senior person', async () => {
      const domain = 'senior.example'
      await person('Some Engineer', domain, 'Engineer')
      const { id } = await person('Top Boss', domain, 'Founder and CEO')
      await person('Mid Manager', domain, 'Marketing Manager')
      expect(await search({ domain })).toMatchObject({ id })
    })

    test('department and seniority of the role are understood, other keys ignored', async () => {
      const domain = 'role.example'
      const vp = await person('Vice Sales', domain, 'VP Sales')
      const engineer = await person('Lead Engineer', domain, 'Engineering Manager')
      const chief = await person('Tech Chief', domain, 'CTO')
      expect(await search({ domain, role: { department: 'Sales' } })).toMatchObject({ id: vp.id })
      expect(
        await search({ domain, role: { department: 'engineering', seniority: 'manager' } }),
      ).toMatchObject({ id: engineer.id })
      expect(await search({ domain, role: { seniority: 'c_suite', shoe: 43 } })).toMatchObject({
        id: chief.id,
      })
      expect(await search({ domain, role: { department: 'legal' } })).not.toHaveProperty('name')
      expect(
        await search({ domain, role: { department: 'sales', seniority: 'director' } }),
      ).not.toHaveProperty('name')
    })

    test('one that is still being enriched is found by its e-mail address', async () => {
      const body = { email: 'new.comer@early.example', additional: { role: 'COO' } }
      const created = await api().request<Prospect>('POST', '/v1/prospects', { body })
      expect(await search({ domain: 'early.example', titles: ['coo'] })).toMatchObject({
        id: created.body.id,
      })
    })

    test('test prospects are never found', async () => {
      const body = { email: 'test.person@tested.example', test: true, additional: { role: 'CTO' } }
      const { id } = await createEnriched(api(), body)
      expect((await search({ domain: 'tested.example', titles: ['CTO'] })).id).not.toBe(id)
      expect((await search({ domain: 'tested.example' })).id).not.toBe(id)
    })

    test('a function’s mailbox is not a person', async () => {
      await createEnriched(api(), { email: 'info@mailboxes.example' })
      expect(await search({ domain: 'mailboxes.example' })).not.toHaveProperty('email')
    })

    test('another organization’s prospects are not found', async () => {
      const { id } = await person('Their Boss', 'theirs.example', 'CEO')
      const found = await search({ domain: 'theirs.example', titles: ['CEO'] }, api().otherToken)
      expect(found.id).not.toBe(id)
      expect(found).not.toHaveProperty('name')
    })
  })

  describe('where nobody is found', () => {
    test('the company becomes the prospect and is enriched as one', async () => {
      const found = await search({ domain: 'https://www.Nobody-Known.co.uk/about', titles: ['CTO'] })
      expect(found).toMatchObject({ status: 'enriching', domain: 'nobody-known.co.uk' })
      expect(await enriched(api(), found.id)).toMatchObject({
        company: 'Nobody Known',
        domain: 'nobody-known.co.uk',
        profile: 'Nobody Known is found at nobody-known.co.uk.',
      })
      expect(found).not.toHaveProperty('email')
    })

    test('it is one prospect for all searches that find nobody', async () => {
      const first = await search({ domain: 'empty.example', titles: ['CTO'] })
      expect(await search({ domain: 'empty.example', role: { title: 'CFO' } })).toMatchObject({
        id: first.id,
      })
      expect(await search({ domain: 'empty.example' })).toMatchObject({ id: first.id })
    })
  })

  describe('the same search', () => {
    test('is answered with the same prospect, though somebody better has come', async () => {
      const first = await search({ domain: 'same.example', titles: ['CTO', 'VP Engineering'] })
      await person('New Chief', 'same.example', 'CTO')
      expect(
        await search({ domain: 'SAME.example', titles: ['cto', 'Vice President of Engineering'] }),
      ).toMatchObject({ id: first.id })
    })

    test('asked twenty times at once makes one prospect', async () => {
      const found = await Promise.all(
        Array.from({ length: 20 }, () => search({ domain: 'at-once.example', titles: ['CEO'] })),
      )
      expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    })
  })

  test('additional is merged into whom is found, and its fields win', async () => {
    const { id } = await createEnriched(api(), {
      email: 'merge.me@merged.example',
      additional: { role: 'CEO', source: 'fair', keep: null },
    })
    const additional = { source: 'search', company: 'Merged Ltd' }
    const found = await search({ domain: 'merged.example', titles: ['CEO'], additional })
    expect(found).toMatchObject({
      id,
      company: 'Merged Ltd',
      additional: { role: 'CEO', source: 'search', keep: null, company: 'Merged Ltd' },
    })
  })
})
