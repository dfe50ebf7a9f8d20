import { beforeAll, describe, expect, test } from 'vitest'
import type { Campaign } from '../../../service/model/campaign.ts'
import type { Service } from '../../support/service.ts'
import { expectError, forEachApi, freshEmail, type Prospect } from '../http/support.ts'
import {
  createCampaign,
  fileOf,
  inviteAll,
  patternOf,
  peopleOf,
  sendList,
  untilCompleted,
} from './support.ts'

forEachApi((api) => {
  describe('a campaign', () => {
    test('is created, listed, renamed, and invites nobody yet', async () => {
      await createCampaign(api())
      const campaign = await createCampaign(api(), { name: '  Spring  ', language: 'EN' })
      expect(campaign).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        ...{ name: 'Spring', template: 'launch', language: 'en', status: 'open' },
        ...{ people: 0, completed: 0, problems: 0, came: 0, reached: 0 },
        createdAt: expect.any(String),
        updatedAt: campaign.createdAt,
      })
      const path = `/v1/campaigns/${campaign.id}`
      const renamed = await api().request<Campaign>('PATCH', path, { body: { name: 'Summer' } })
      expect(renamed.body).toMatchObject({ name: 'Summer', status: 'open' })
      expect((await api().request('GET', path)).body).toEqual(renamed.body)
      const { body } = await api().request<{ campaigns: Campaign[] }>('GET', '/v1/campaigns?limit=1')
      expect(body).toEqual({ campaigns: [renamed.body], next: expect.any(String) })
      const other = await api().request<{ campaigns: Campaign[] }>('GET', '/v1/campaigns', {
        token: api().otherToken,
      })
      expect(other.body.campaigns).toEqual([])
    })

    test.each([
      [{ name: ' ' }, 40001],
      [{ template: 'nowhere' }, 40003],
      [{ template: 'broken' }, 40003],
      [{ language: 'fr' }, 40004],
      [{ language: 'de_DE' }, 40001],
    ])('with %j is refused', async (more, error) => {
      const body = { name: 'x', template: 'launch', language: 'en', ...more }
      expectError(await api().request('POST', '/v1/campaigns', { body }), error)
    })

    test('that is unknown is 404 everywhere', async () => {
      const unknown = '/v1/campaigns/0123456789abcdef01234567'
      for (const path of ['', '/people', '/links.csv', '/results.csv', '/gaps'])
        expectError(await api().request('GET', unknown + path), 40400)
      expectError(await api().request('PATCH', unknown, { body: { status: 'paused' } }), 40400)
      expectError(await api().request('DELETE', unknown), 40400)
      expectError(await api().request('POST', `${unknown}/regenerate`), 40400)
      expectError(await sendList(api(), '0123456789abcdef01234567', 'email\na@b.example\n'), 40400)
      const { id } = await createCampaign(api())
      const token = api().otherToken
      expectError(await api().request('GET', `/v1/campaigns/${id}`, { token }), 40400)
    })
  })

  describe('a list', () => {
    let campaign: Campaign
    const [jane, bo] = [freshEmail(), freshEmail()]
    const list = `E-Mail;Vorname;Nachname;Firma;Ort;Sprache\r\n${jane};Jane;Doe;Acme;Bonn;\r\nnobody;No;Body;;;\r\n${bo};Bo;Low;;;Deutsch\r\n`
    beforeAll(async () => {
      campaign = await inviteAll(api(), list)
    })

    test('becomes people with links, prospects with what it says, and records in their language', async () => {
      expect(campaign).toMatchObject({ people: 2, completed: 2, problems: 1, came: 0, reached: 0 })
      const people = await peopleOf(api(), campaign.id)
      expect(people).toMatchObject([
        { line: 2, email: jane, name: 'Jane Doe', company: 'Acme', status: 'completed', visits: 0 },
        { line: 3, status: 'problem', text: 'nobody;No;Body;;;', problem: 'E-Mail: is no e-mail address' },
        { line: 4, email: bo, name: 'Bo Low', status: 'completed', reached: false },
      ])
      const [first, , last] = people
      const prospects = await api().request<Prospect[]>('GET', `/v1/prospects/${first?.prospect}`)
      expect(prospects.body[0]).toMatchObject({
        name: 'Jane Doe',
        company: 'Acme',
        additional: { ort: 'Bonn' },
      })
      const record = await fetch(`${api().url}/p/${patternOf(last?.link)}`)
      expect(await record.json()).toMatchObject({ language: 'de' })
      const content = await api().request<{ prospect: string }[]>('GET', `/v1/content/${first?.content}`)
      expect(content.body[0]).toMatchObject({ prospect: first?.prospect, template: 'launch', user: 'ada' })
    })

    test('is searched, and read page by page', async () => {
      expect(await peopleOf(api(), campaign.id, '?search=JANE')).toHaveLength(1)
      expect(await peopleOf(api(), campaign.id, '?problem=true')).toHaveLength(1)
      expect(await peopleOf(api(), campaign.id, '?problem=false')).toHaveLength(2)
      const path = `/v1/campaigns/${campaign.id}/people?limit=2`
      const { body } = await api().request<{ people: object[]; next: string }>('GET', path)
      expect(body.people).toHaveLength(2)
      const rest = await api().request<{ people: object[] }>('GET', `${path}&cursor=${body.next}`)
      expect(rest.body).toEqual({ people: [expect.objectContaining({ line: 4 })] })
      expectError(await api().request('GET', `${path}&cursor=x`), 40001)
    })

    test('goes out with its own columns, and comes in again as the same', async () => {
      const [header, first, second] = (await fileOf(api(), campaign.id, 'links.csv')).split('\r\n')
      const [person] = await peopleOf(api(), campaign.id)
      expect(header).toBe('E-Mail,Vorname,Nachname,Firma,Ort,Sprache,link,status,problem')
      expect(first).toBe(`${jane},Jane,Doe,Acme,Bonn,,${person?.link},completed,`)
      expect(second).toBe('nobody,No,Body,,,,,problem,E-Mail: is no e-mail address')
      const before = await fileOf(api(), campaign.id, 'links.csv')
      const again = await sendList(api(), campaign.id, before)
      expect(again.body).toEqual({ lines: 3, people: 2, problems: 1 })
      expect(await fileOf(api(), campaign.id, 'links.csv')).toBe(before)
      expect((await api().request('GET', `/v1/campaigns/${campaign.id}`)).body).toEqual(campaign)
    })

    test('says its gaps', async () => {
      const { body } = await api().request('GET', `/v1/campaigns/${campaign.id}/gaps`)
      expect(body).toMatchObject({
        gaps: [
          { index: 1, selector: '#hero img', type: 'src', empty: 0, byDefault: 2, examples: [jane, bo] },
        ],
      })
      const [person] = await peopleOf(api(), campaign.id)
      expect(person?.gaps).toMatchObject([{ index: 1, byDefault: true }])
    })
  })

  test('the same person again is the same place, with what is new merged in and shown', async () => {
    const email = freshEmail()
    const list = `email,name,company\n${email},Jane,\n${email.toUpperCase()},,Acme\n`
    const campaign = await inviteAll(api(), list)
    const [person, ...more] = await peopleOf(api(), campaign.id)
    expect(more).toEqual([])
    expect(person).toMatchObject({ email, name: 'Jane', company: 'Acme' })
    const answer = await sendList(api(), campaign.id, `Firma;email;Ort\nNavy;${email};Ulm\n`)
    expect(answer.body).toEqual({ lines: 1, people: 1, problems: 0 })
    const page = () => fetch(`${api().url}/p/${patternOf(person?.link)}`).then((record) => record.text())
    await expect.poll(page).toContain('Navy, meet Launch')
    const [header, row] = (await fileOf(api(), campaign.id, 'links.csv')).split('\r\n')
    expect(header).toBe('email,name,company,Firma,Ort,link,status,problem')
    expect(row).toContain(`${email},Jane,Acme,Navy,Ulm,${person?.link}`)
  })

  test('somebody without an address is one person by name and website, in every campaign', async () => {
    const list = 'Name,Website\nNobody Known,www.no-address.example\n'
    const [one, other] = [await inviteAll(api(), list), await inviteAll(api(), list)]
    const [person] = await peopleOf(api(), one.id)
    const [same] = await peopleOf(api(), other.id)
    expect(person).toMatchObject({ name: 'Nobody Known', prospect: same?.prospect })
    expect(person?.email).toBeUndefined()
    expect(person?.link).not.toBe(same?.link)
  })

  test('a list as NDJSON keeps the types of what it says', async () => {
    const { id } = await createCampaign(api())
    const body = `{"email":"${freshEmail()}","employees":120}\n`
    const answer = await sendList(api(), id, body, { 'content-type': 'application/x-ndjson' })
    expect(answer.body).toEqual({ lines: 1, people: 1, problems: 0 })
    await untilCompleted(api(), id)
    const [person] = await peopleOf(api(), id)
    const prospect = await api().request<Prospect[]>('GET', `/v1/prospects/${person?.prospect}`)
    expect(prospect.body[0]?.additional).toEqual({ employees: 120 })
  })

  test('what can run in a spreadsheet is text in the files', async () => {
    const email = freshEmail()
    const { id } = await inviteAll(api(), `email,name,note\n${email},"=1+1","@x, y"\n`)
    const [, row] = (await fileOf(api(), id, 'links.csv')).split('\r\n')
    expect(row).toMatch(new RegExp(`^${email},'=1\\+1,"'@x, y",`))
    expect(await fileOf(api(), id, 'results.csv')).toContain(`\r\n'=1+1,${email},`)
  })

  test('the files are attachments named after the campaign', async () => {
    const { id } = await createCampaign(api(), { name: 'Frühling & Launch: "Q1"' })
    const { headers } = await api().request('GET', `/v1/campaigns/${id}/links.csv`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="fruhling-launch-q1-links.csv"')
    expect(headers.get('content-type')).toMatch(/^text\/csv/)
    expect(await fileOf(api(), id, 'results.csv')).toBe(
      'name,email,company,role,link,first_visit_at,last_visit_at,visits,views,clicks,seconds,goal\r\n',
    )
  })

  test.each([
    ['', 'The list is empty'],
    ['email\n', 'nobody below it'],
    ['Kunde;Ort\n1;Bonn\n', 'No column of the list has addresses'],
    ['jane@acme.example,Jane\n', 'The list has no header'],
  ])('the list %j is refused, and nothing of it is kept', async (list, message) => {
    const { id } = await createCampaign(api())
    expect(expectError(await sendList(api(), id, list), 40001)).toContain(message)
    expect(await peopleOf(api(), id)).toEqual([])
  })

  test('only CSV and NDJSON are taken, without a content coding', async () => {
    const { id } = await createCampaign(api())
    for (const type of ['application/json', 'text/plain'])
      expectError(await sendList(api(), id, 'email\na@b.example\n', { 'content-type': type }), 41500)
    expectError(await sendList(api(), id, 'x', { 'content-encoding': 'gzip' }), 41500)
  })

  test('paused or ended, its links show nothing and measure nothing, until it is opened again', async () => {
    const { id } = await inviteAll(api(), `email\n${freshEmail()}\n`)
    const [person] = await peopleOf(api(), id)
    const pattern = patternOf(person?.link)
    const reach = () => fetch(`${api().url}/p/${pattern}`).then(({ status }) => status)
    const measure = (name: string) => visit(api(), pattern, name).then(({ status }) => status)
    const figures = async () => (await api().request('GET', `/results/campaign/${id}`)).body
    expect([await reach(), await measure('open')]).toEqual([200, 204])
    for (const status of ['paused', 'ended']) {
      const changed = await api().request('PATCH', `/v1/campaigns/${id}`, { body: { status } })
      expect(changed.body).toMatchObject({ status })
      const before = await figures()
      expect([await reach(), await measure(status)]).toEqual([404, 404])
      expect(await figures()).toEqual(before)
      await api().request('PATCH', `/v1/campaigns/${id}`, { body: { status: 'open' } })
      expect([await reach(), await measure('open')]).toEqual([200, 204])
    }
    expectError(await api().request('PATCH', `/v1/campaigns/${id}`, { body: { status: 'over' } }), 40001)
  })

  test('who came and what they did is counted by people, and told in the results', async () => {
    const emails = [freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `email,name\n${emails.join(',Jane\n')},Bo\n`)
    const [person] = await peopleOf(api(), id)
    const pattern = patternOf(person?.link)
    await visit(api(), pattern, 'a')
    await visit(api(), pattern, 'b')
    const campaign = await api().request<Campaign>('GET', `/v1/campaigns/${id}`)
    expect(campaign.body).toMatchObject({ people: 2, came: 1, reached: 0 })
    const [came] = await peopleOf(api(), id)
    expect(came).toMatchObject({
      visits: 2,
      firstVisitAt: expect.any(String),
      lastVisitAt: expect.any(String),
    })
    const [, first, second] = (await fileOf(api(), id, 'results.csv')).split('\r\n')
    expect(first).toBe(
      `Jane,${emails[0]},Example,,${person?.link},${came?.firstVisitAt},${came?.lastVisitAt},2,2,0,0,no`,
    )
    expect(second).toMatch(/^Bo,.*,,,0,0,0,0,no$/)
    const results = await api().request('GET', `/results/campaign/${id}`)
    expect(results.body).toMatchObject({ campaign: id, records: 2, visits: 2, lost: 0 })
    const path = `/results/content?id=${came?.content}`
    const listed = await api().request<{ records: object[] }>('GET', path)
    const { name, email, link, firstVisitAt, lastVisitAt } = came ?? {}
    expect(listed.body.records).toMatchObject([{ name, email, link, firstVisitAt, lastVisitAt, visits: 2 }])
    const timeline = await api().request<{ next: string }>(
      'GET',
      `/results/content/${came?.content}/visits?limit=1`,
    )
    const event = { seq: 1, item: 'hero', type: 'view', date: expect.any(String) }
    expect(timeline.body).toEqual({
      content: came?.content,
      visits: [{ visit: 'a'.repeat(22), began: firstVisitAt, events: [event] }],
      next: expect.any(String),
    })
    const rest = `/results/content/${came?.content}/visits?cursor=${timeline.body.next}`
    expect((await api().request('GET', rest)).body).toMatchObject({ visits: [{ visit: 'b'.repeat(22) }] })
    const token = api().otherToken
    expectError(await api().request('GET', `/results/campaign/${id}`, { token }), 40400)
  })

  test('deleted, it is gone at once with its records and events; the prospects stay', async () => {
    const { id } = await inviteAll(api(), `email\n${freshEmail()}\n${freshEmail()}\n`)
    const [person] = await peopleOf(api(), id)
    await visit(api(), patternOf(person?.link))
    expect((await api().request('DELETE', `/v1/campaigns/${id}`)).status).toBe(204)
    expectError(await api().request('GET', `/v1/campaigns/${id}`), 40400)
    expectError(await api().request('DELETE', `/v1/campaigns/${id}`), 40400)
    expect((await fetch(`${api().url}/p/${patternOf(person?.link)}`)).status).toBe(404)
    const content = () => api().request('GET', `/v1/content/${person?.content}`)
    await expect.poll(async () => (await content()).status).toBe(404)
    expect((await api().request('GET', `/v1/prospects/${person?.prospect}`)).status).toBe(200)
  })

  test('a record that is deleted leaves its campaign, and its person can be invited again', async () => {
    const list = `email\n${freshEmail()}\n`
    const { id } = await inviteAll(api(), list)
    const [person] = await peopleOf(api(), id)
    await api().request('DELETE', `/v1/content/${person?.content}`)
    expect(await peopleOf(api(), id)).toEqual([])
    await sendList(api(), id, list)
    expect(await untilCompleted(api(), id)).toMatchObject({ people: 1 })
  })

  test('made anew, all records are, and links stay', async () => {
    const { id } = await inviteAll(api(), `email\n${freshEmail()}\n${freshEmail()}\n`)
    const people = await peopleOf(api(), id)
    const times = () =>
      Promise.all(
        people.map(async ({ content }) => {
          const { body } = await api().request<{ updatedAt: string }[]>('GET', `/v1/content/${content}`)
          return body[0]?.updatedAt
        }),
      )
    const before = await times()
    const headers = { 'idempotency-key': freshEmail() }
    const path = `/v1/campaigns/${id}/regenerate`
    expect((await api().request('POST', path, { headers })).status).toBe(202)
    const again = await api().request('POST', path, { headers })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true'])
    await expect.poll(async () => (await times()).every((time, at) => time !== before[at])).toBe(true)
    expect((await peopleOf(api(), id)).map(({ link }) => link)).toEqual(people.map(({ link }) => link))
  })

  test('a person who is erased leaves every campaign', async () => {
    const email = freshEmail()
    const { id } = await inviteAll(api(), `email,name\n${email},Jane\nx,${email}\n`)
    const [person] = await peopleOf(api(), id)
    expect((await api().request('DELETE', `/v1/prospects/${person?.prospect}`)).status).toBe(200)
    expect(await peopleOf(api(), id)).toEqual([])
  })
})

/** A visit that saw the hero. */
function visit(api: Service, pattern: string, letter = 'v') {
  const events = [{ seq: 1, item: 'hero', type: 'view', at: 1500 }]
  const report = { applied: [0], missing: [], refused: [], contested: [] }
  const body = { v: 1, pattern, visit: letter.padEnd(22, letter[0]), sent: 2000, last: 1, report, events }
  return api.request('POST', '/e', { token: '', body })
}
