import { beforeAll, describe, expect, test } from 'vitest'
import type { Campaign } from '../../../service/campaigns/campaign.ts'
import { linkTo } from '../../../service/templates/link.ts'
import { expectError, freshEmail, type Prospect, withApi } from '../http/support.ts'
import {
  createCampaign,
  fileOf,
  inviteAll,
  patternOf,
  peopleOf,
  sendList,
  untilCompleted,
} from './support.ts'

withApi((api) => {
  describe('a campaign', () => {
    test('is created, listed, renamed, and invites nobody yet', async () => {
      await createCampaign(api())
      const campaign = await createCampaign(api(), { name: '  Spring  ', language: 'EN' })
      expect(campaign).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: 'Spring',
        template: 'launch',
        language: 'en',
        status: 'open',
        control: 0,
        people: 0,
        completed: 0,
        problems: 0,
        came: 0,
        machines: 0,
        unsure: 0,
        reached: 0,
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

    test('says what web analytics reads in its links, wherever they are given', async () => {
      const utm = { source: ' Mail & more ', medium: 'email', term: '' }
      const email = 'utm@analytics.example'
      const campaign = await inviteAll(api(), `email\n${email}\n`, { utm })
      expect(campaign).toMatchObject({ utm: { source: 'Mail & more', medium: 'email' } })
      const links = async () => {
        const [person] = await peopleOf(api(), campaign.id)
        const path = `/results/content?search=${email}`
        const { body } = await api().request<{ records: { link: string }[] }>('GET', path)
        const file = await fileOf(api(), campaign.id, 'links.csv')
        return [person?.link ?? '', body.records[0]?.link ?? '', file]
      }
      // First the pattern: what escapes ampersands on the way harms only what comes behind one.
      const expected = /\?pattern=[\w-]{22}&utm_source=Mail\+%26\+more&utm_medium=email/
      for (const link of await links()) expect(link).toMatch(expected)
      const behind = linkTo('https://a.example/?b=c&pattern=old#d', 'P', { term: 'e' })
      expect(behind).toBe('https://a.example/?pattern=P&b=c&utm_term=e#d')
      const path = `/v1/campaigns/${campaign.id}`
      const changed = await api().request<Campaign>('PATCH', path, { body: { utm: {} } })
      expect(changed.body).not.toHaveProperty('utm')
      for (const link of await links()) expect(link).not.toContain('utm_')
      expectError(await api().request('PATCH', path, { body: { utm: { source: 'x'.repeat(201) } } }), 40001)
      expectError(await api().request('PATCH', path, { body: { utm: { source: 3 } } }), 40001)
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
      for (const path of ['', '/people', '/links.csv', '/results.csv', '/problems.csv', '/gaps', '/blanks'])
        expectError(await api().request('GET', unknown + path), 40400)
      expectError(await api().request('PATCH', unknown, { body: { status: 'paused' } }), 40400)
      expectError(await api().request('DELETE', unknown), 40400)
      expectError(await api().request('PATCH', `${unknown}/people/2`, { body: { name: 'Jane' } }), 40400)
      expectError(await api().request('DELETE', `${unknown}/people/2`), 40400)
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
        {
          line: 3,
          status: 'problem',
          text: 'nobody;No;Body;;;',
          problem: 'E-Mail: is not an e-mail address',
        },
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
      expect(second).toBe('nobody,No,Body,,,,,problem,E-Mail: is not an e-mail address')
      const before = await fileOf(api(), campaign.id, 'links.csv')
      const again = await sendList(api(), campaign.id, before)
      expect(again.body).toEqual({ lines: 3, people: 2, problems: 1, new: 0, changed: 0, same: 2 })
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
    expect(answer.body).toEqual({ lines: 1, people: 1, problems: 0, new: 0, changed: 1, same: 0 })
    const page = () => fetch(`${api().url}/p/${patternOf(person?.link)}`).then((record) => record.text())
    await expect.poll(page).toContain('Navy, meet Launch')
    const [header, row] = (await fileOf(api(), campaign.id, 'links.csv')).split('\r\n')
    expect(header).toBe('email,name,company,Firma,Ort,link,status,problem')
    expect(row).toContain(`${email},Jane,Acme,Navy,Ulm,${person?.link}`)
  })

  test('a list as NDJSON keeps the types of what it says', async () => {
    const { id } = await createCampaign(api())
    const body = `{"email":"${freshEmail()}","employees":120}\n`
    const answer = await sendList(api(), id, body, { 'content-type': 'application/x-ndjson' })
    expect(answer.body).toEqual({ lines: 1, people: 1, problems: 0, new: 1, changed: 0, same: 0 })
    await untilCompleted(api(), id)
    const [person] = await peopleOf(api(), id)
    const prospect = await api().request<Prospect[]>('GET', `/v1/prospects/${person?.prospect}`)
    expect(prospect.body[0]?.additional).toEqual({ employees: 120 })
  })

  test('the files are attachments named after the campaign', async () => {
    const { id } = await createCampaign(api(), { name: 'Frühling & Launch: "Q1"' })
    const { headers } = await api().request('GET', `/v1/campaigns/${id}/links.csv`)
    expect(headers.get('content-disposition')).toBe('attachment; filename="fruhling-launch-q1-links.csv"')
    expect(headers.get('content-type')).toMatch(/^text\/csv/)
    expect(await fileOf(api(), id, 'results.csv')).toBe(
      'name,email,company,role,link,first_visit_at,last_visit_at,visits,views,clicks,seconds,goal,machines,unsure\r\n',
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

  test('a list is taken whatever its media type is; a form, and a content coding, are told what to send', async () => {
    const { id } = await createCampaign(api())
    for (const type of [
      'application/vnd.ms-excel',
      'application/octet-stream',
      'text/plain',
      'application/x-www-form-urlencoded',
    ])
      expect((await sendList(api(), id, `email\n${freshEmail()}\n`, { 'content-type': type })).status).toBe(
        202,
      )
    const form = await sendList(api(), id, '--x', { 'content-type': 'multipart/form-data; boundary=x' })
    expect(expectError(form, 41500)).toContain('--data-binary @people.csv')
    expectError(await sendList(api(), id, 'x', { 'content-encoding': 'gzip' }), 41500)
  })
})
