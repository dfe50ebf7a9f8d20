import { expect, test } from 'vitest'
import type { CampaignPerson } from '../../../service/campaigns/campaign.ts'
import { startLocalServer } from '../../support/local-server.ts'
import { expectError, freshEmail, withApi } from '../http/support.ts'
import { createCampaign, inviteAll, peopleOf, sendList } from './support.ts'

withApi((api) => {
  const review = (id: string, body: object, token?: string) =>
    api().request<{ changed: number }>('POST', `/v1/campaigns/${id}/review`, {
      body,
      ...(token && { token }),
    })
  const ids = (people: CampaignPerson[]) => people.map(({ content = '' }) => content)
  const reviews = async (id: string) => (await peopleOf(api(), id)).map((person) => person.review)
  const counts = async (id: string) => (await api().request('GET', `/v1/campaigns/${id}/review`)).body

  test('pages are approved one by one or all at once, and listed by their review', async () => {
    const emails = [freshEmail(), freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `email,name\n${emails.join(',Jane\n')},Jane\nnobody,\n`, {
      status: 'draft',
    })
    expect(await reviews(id)).toEqual(['waiting', 'waiting', 'waiting', undefined])
    const people = ids(await peopleOf(api(), id, '?problem=false'))
    const [first = ''] = people
    const elsewhere = await inviteAll(api(), `email\n${freshEmail()}\n`)
    const [stranger = ''] = ids(await peopleOf(api(), elsewhere.id))
    const approved = await review(id, { people: [first, stranger, 'nobody', '\u0000'], review: 'approved' })
    expect([approved.status, approved.body]).toEqual([200, { changed: 1 }])
    expect(await reviews(elsewhere.id)).toEqual(['waiting'])
    expect(ids(await peopleOf(api(), id, '?review=approved'))).toEqual([first])
    expect(ids(await peopleOf(api(), id, '?review=waiting'))).toEqual(people.slice(1))
    expect(await counts(id)).toMatchObject({ approved: 1, waiting: 2 })
    expect((await review(id, { people: 'all', review: 'approved' })).body).toEqual({ changed: 2 })
    expect((await review(id, { people: 'all', review: 'approved' })).body).toEqual({ changed: 0 })
    expect((await review(id, { people: people.slice(1), review: 'waiting' })).body).toEqual({ changed: 2 })
    expect((await review(id, { people: [], review: 'approved' })).body).toEqual({ changed: 0 })
    expect(await reviews(id)).toEqual(['approved', 'waiting', 'waiting', undefined])
  })

  test('a page whose words change waits again, and one that is made again with the same words does not', async () => {
    const [changed, same] = [freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `email,name,company\n${changed},Jane,Old\n${same},Bo,Same\n`)
    await review(id, { people: 'all', review: 'approved' })
    await sendList(api(), id, `email,name,company\n${changed},Janet,New\n`)
    await expect.poll(() => reviews(id)).toEqual(['waiting', 'approved'])
    const [, person] = await peopleOf(api(), id)
    const made = async () => {
      const { body } = await api().request<{ updatedAt: string }[]>('GET', `/v1/content/${person?.content}`)
      return body[0]?.updatedAt
    }
    const before = await made()
    await api().request('POST', `/v1/campaigns/${id}/regenerate`)
    await expect.poll(made).not.toBe(before)
    expect(await reviews(id)).toEqual(['waiting', 'approved'])
  })

  test('a page that was made again since it was looked at is not approved', async () => {
    const emails = [freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `email,name\n${emails.join(',Jane\n')},Jane\n`)
    const people = await peopleOf(api(), id)
    const [{ content: first = '' } = {}, { content: second = '' } = {}] = people
    const seen = Object.fromEntries(people.map(({ content = '', updatedAt }) => [content, updatedAt]))
    const body = { payload: 'Other words' }
    expect((await api().request('PUT', `/v1/content/${first}/items/0`, { body })).status).toBe(200)

    const late = await review(id, { people: [first, second], review: 'approved', seen })
    expectError(late, 40901)
    expect([late.status, await reviews(id)]).toEqual([409, ['waiting', 'waiting']])
    expectError(await review(id, { people: 'all', review: 'approved', seen }), 40901)
    // What others are said to be does not matter, and who says nothing is not asked.
    expect((await review(id, { people: [second], review: 'approved', seen })).body).toEqual({ changed: 1 })
    expect((await review(id, { people: [first], review: 'approved' })).body).toEqual({ changed: 1 })
    await review(id, { people: 'all', review: 'waiting' })
  })

  test('what cannot be understood is refused, and so is the campaign of somebody else', async () => {
    const { id } = await createCampaign(api())
    expect(expectError(await review(id, { people: [1], review: 'approved' }), 40001)).toMatch(
      /^people\[0\]: /,
    )
    expect(expectError(await review(id, { people: 'all', review: 'perfect' }), 40001)).toMatch(/^review: /)
    for (const query of ['review=perfect', 'missing=some'])
      expectError(await api().request('GET', `/v1/campaigns/${id}/people?${query}`), 40001)
    expectError(await review('0'.repeat(24), { people: 'all', review: 'approved' }), 40400)
    expectError(await review(id, { people: 'all', review: 'approved' }, api().otherToken), 40400)
    expect(await counts(id)).toEqual({ approved: 0, waiting: 0, missing: 0 })
  })

  test('a page can be looked at as it is made, without its scripts and by the own organization alone', async () => {
    const html =
      '<!doctype html><head lang=en><title>L</title></head><h1>Welcome</h1><a href="/more">More</a>'
    await using landing = await startLocalServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(html)
    })
    const put = (name: string, path: string) => {
      const yaml = `page: ${landing.url}${path}\nlanguages: [en]\ncontent:\n  - { selector: h1, type: text, payload: "{{ prospect.name }} & co" }\n`
      return api().request('PUT', `/v1/templates/${name}`, { body: { yaml } })
    }
    await put('made', '/made?a=1&b=2')
    const list = `email,name\n${freshEmail()},Jane\n`
    const { id } = await inviteAll(api(), list, { template: 'made', status: 'draft' })
    const [person] = await peopleOf(api(), id)
    const path = `/v1/content/${person?.content}/page`
    const { status, headers, body } = await api().request<string>('GET', path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(
      /sandbox allow-scripts; script-src 'sha256-[^']+';/,
    )
    expect(body).toContain(`<head lang=en><base href="${landing.url}/made?a=1&amp;b=2"><title>L</title>`)
    expect(body).toContain('<h1>Jane &#38; co</h1><a href="/more">More</a>')
    expect(body).not.toContain(person?.prospect)
    expectError(await api().request('GET', path, { token: api().otherToken }), 40400)
    expectError(await api().request('GET', path, { token: '' }), 40100)
    expectError(await api().request('GET', `/v1/content/${'0'.repeat(24)}/page`), 40400)
  })
})
