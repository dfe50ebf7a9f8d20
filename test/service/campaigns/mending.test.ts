import { expect, test } from 'vitest'
import type { Campaign, CampaignPerson } from '../../../service/campaigns/campaign.ts'
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
  const header = 'Name,Company,E-mail,City'

  function mend(id: string, line: number | string, fields: object, token?: string) {
    const path = `/v1/campaigns/${id}/people/${line}`
    return api().request<CampaignPerson>('PATCH', path, { body: fields, ...(token && { token }) })
  }

  async function problemsOf(id: string): Promise<number> {
    const { body } = await api().request<Campaign>('GET', `/v1/campaigns/${id}`)
    return body.problems
  }

  test('a line that could not be used is mended in place: its person is who the line says, with a link', async () => {
    const list = `${header}\n"Grace Hopper",Navy,grace[at]navy.example,Bonn\n`
    const { id } = await createCampaign(api())
    await sendList(api(), id, list)
    expect(await peopleOf(api(), id)).toMatchObject([
      { line: 2, list: 1, said: { name: 'Grace Hopper', company: 'Navy', email: 'grace[at]navy.example' } },
    ])
    const email = freshEmail()
    const { status, body } = await mend(id, 2, { email, company: 'US Navy' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      line: 2,
      email,
      name: 'Grace Hopper',
      company: 'US Navy',
      status: 'waiting',
    })
    expect(body).not.toHaveProperty('problem')
    expect(await untilCompleted(api(), id)).toMatchObject({ people: 1, problems: 0 })
    const [person] = await peopleOf(api(), id)
    const prospect = await api().request<Prospect[]>('GET', `/v1/prospects/${person?.prospect}`)
    expect(prospect.body[0]).toMatchObject({ email, company: 'US Navy', additional: { city: 'Bonn' } })
    expect((await fetch(`${api().url}/p/${patternOf(person?.link)}`)).status).toBe(200)
    const [, row] = (await fileOf(api(), id, 'links.csv')).split('\r\n')
    expect(row).toBe(`Grace Hopper,US Navy,${email},Bonn,${person?.link},completed,`)
    const again = await sendList(api(), id, list)
    expect(again.body).toMatchObject({ lines: 1, people: 1, problems: 0, same: 1 })
    expect(await problemsOf(id)).toBe(0)
  })

  test('what is wrong in a line is named, with what may be meant there', async () => {
    const cells = [
      ['"gina.typo@nordkauf,example"', 'gina.typo@nordkauf.example'],
      ['gina [at] nordkauf . example', 'gina@nordkauf.example'],
      ['a@b.example / c@d.example', 'a@b.example', 'c@d.example'],
      ['gina@nordkauf', 'gina@nordkauf.example'],
      ['gina.nordkauf.example', 'gina@nordkauf.example'],
      ['nobody'],
      [''],
    ]
    const lines = cells.map(([cell], at) => `Gina ${at},,${cell},\n`).join('')
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nJane Doe,,jane@nordkauf.example,\n${lines}`)
    const people = await peopleOf(api(), id, '?problem=true')
    expect(people.map(({ wrong, suggestions = [] }) => [wrong, ...suggestions])).toEqual(
      cells.map(([, ...meant]) => ['email', ...meant]),
    )
  })

  test('a line is not mended with the address of somebody who has a place: the answer says whose it is', async () => {
    const [email, other] = [freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `Name,E-mail,Phone\nGina Typo,${email},+49 30 1\nOo Comma,oo@,\n`)
    const before = await fileOf(api(), id, 'links.csv')
    expect(expectError(await mend(id, 3, { email: email.toUpperCase() }), 40001)).toMatch(/^Gina Typo has/)
    expect(await fileOf(api(), id, 'links.csv')).toBe(before)
    expect((await mend(id, 3, { email: other })).body).toMatchObject({ line: 3, name: 'Oo Comma' })
    expect(await untilCompleted(api(), id)).toMatchObject({ people: 2, problems: 0 })
  })

  test.each([
    [{ email: 'still none' }, 'email: is not an e-mail address.'],
    [{ company: null }, 'company: must be a text.'],
    [{}, 'email: is not an e-mail address.'],
    [{ email: '' }, 'The line has no address: fill in email, or a name and a web site.'],
  ])('with %j it still cannot be used: that is said, and nothing changes', async (fields, message) => {
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nGrace Hopper,Navy,grace[at]navy.example,\n`)
    expect(expectError(await mend(id, 2, fields), 40001)).toBe(message)
    expect(await problemsOf(id)).toBe(1)
  })

  test('a line is skipped: it leaves every file and count, and nobody else does', async () => {
    const { id } = await inviteAll(api(), `${header}\nNobody,,,\nJane Doe,,${freshEmail()},\n`)
    const path = `/v1/campaigns/${id}/people/2`
    const token = api().otherToken
    expectError(await mend(id, 2, { email: freshEmail() }, token), 40400)
    expectError(await api().request('DELETE', path, { token }), 40400)
    expectError(await api().request('DELETE', `/v1/campaigns/${id}/people/3`), 40400)
    expectError(await api().request('DELETE', `/v1/campaigns/${id}/people/two`), 40400)
    expectError(await api().request('DELETE', `${path}?list=2`), 40400)
    expect((await api().request('DELETE', path)).status).toBe(204)
    expectError(await api().request('DELETE', path), 40400)
    for (const file of ['links.csv', 'results.csv', 'problems.csv'] as const)
      expect(await fileOf(api(), id, file)).not.toContain('Nobody')
    expect((await api().request('GET', `/v1/campaigns/${id}`)).body).toMatchObject({ people: 1, problems: 0 })
  })

  test('the same list whose columns are corrected takes its lines out of the problems', async () => {
    const { id } = await createCampaign(api())
    const title = `Work ${freshEmail()}`.split('@')[0] ?? ''
    const rows = `,${freshEmail()},\n${freshEmail()},,same\n${freshEmail()},,same\n`
    const list = `${title},E-mail,Note\n${rows}`
    expect((await sendList(api(), id, list)).body).toMatchObject({ people: 1, problems: 2 })
    const columns = encodeURIComponent(JSON.stringify({ [title]: 'email', 'E-mail': 'additional' }))
    const path = `/v1/campaigns/${id}/people?columns=${columns}`
    const { body } = await api().request('POST', path, {
      body: list,
      headers: { 'content-type': 'text/csv' },
    })
    expect(body).toMatchObject({ people: 2, problems: 1, new: 2 })
    expect(await peopleOf(api(), id, '?problem=true')).toMatchObject([{ line: 2, list: 2 }])
  })

  test('an import says how many are new, changed and the same; each person counts once', async () => {
    const [one, two, three] = [freshEmail(), freshEmail(), freshEmail()]
    const { id } = await inviteAll(api(), `email,company\n${one},A\n${two},B\n`)
    const list = `email,company\n${one},A\n${two},B\n${two},Beta\n${three},C\n${three},Cee\n`
    expect((await sendList(api(), id, list)).body).toEqual({
      lines: 5,
      people: 3,
      problems: 0,
      new: 1,
      changed: 1,
      same: 1,
    })
  })

  test('the lines that cannot be used are a file: as they came, with what is wrong, and no formula', async () => {
    const { id } = await createCampaign(api(), { name: 'Spring Launch' })
    await sendList(api(), id, `Name,E-mail\n=1+1,nobody\nJane,${freshEmail()}\n`)
    const viewer = { user: 'looks', role: 'viewer' }
    const { token } = (await api().request<{ token: string }>('POST', '/v1/tokens', { body: viewer })).body
    const { headers, body } = await api().request<string>('GET', `/v1/campaigns/${id}/problems.csv`, {
      token,
    })
    expect(headers.get('content-disposition')).toBe('attachment; filename="spring-launch-problems.csv"')
    expect(body).toBe("Name,E-mail,line,problem\r\n'=1+1,nobody,2,E-mail: is not an e-mail address\r\n")
    const again = await sendList(api(), id, body)
    expect(again.body).toMatchObject({ lines: 1, people: 0, problems: 1 })
    expect(await problemsOf(id)).toBe(1)
    expectError(await mend(id, 2, { email: freshEmail() }, token), 40300)
  })
})
