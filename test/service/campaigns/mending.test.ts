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

  test('a mended line of somebody who has a place adds to that place', async () => {
    const email = freshEmail()
    const { id } = await inviteAll(api(), `${header}\nAda Love,,${email},\nAda Love,Engines,ada@,Bath\n`)
    expect((await mend(id, 3, { email })).body).toMatchObject({ line: 2, company: 'Engines' })
    await expect
      .poll(async () => (await peopleOf(api(), id)).map(({ status }) => status))
      .toEqual(['completed'])
    expect(await problemsOf(id)).toBe(0)
  })

  test('a line that is mended again answers the same person, takes what is new, and never another address', async () => {
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nGrace Hopper,,grace[at]navy.example,\n`)
    const email = freshEmail()
    const first = await mend(id, 2, { email, company: 'Navy' })
    await untilCompleted(api(), id)
    const again = await mend(id, 2, { email: email.toUpperCase(), company: 'Navy' })
    expect(again).toMatchObject({ status: 200, body: { link: first.body.link, email, company: 'Navy' } })
    expect((await mend(id, '2?list=1', { company: 'US Navy' })).body).toMatchObject({ company: 'US Navy' })
    expect(expectError(await mend(id, 2, { email: freshEmail() }), 40001)).toContain('another address')
    expect(await peopleOf(api(), id)).toHaveLength(1)
    expectError(await mend(id, 3, { email }), 40400)
    expectError(await mend(id, '2?list=2', { email }), 40400)
  })

  test('two lines that are mended to one address are one person, and stay mended if they come again', async () => {
    const { id } = await createCampaign(api())
    const list = `${header}\nJo Low,Acme,jo@,\nJoanna Low,,jo[at]acme,Bath\n`
    await sendList(api(), id, list)
    const email = freshEmail()
    for (const line of [2, 3]) expect((await mend(id, line, { email })).status).toBe(200)
    for (const line of [2, 3])
      expect((await mend(id, line, { email })).body).toMatchObject({ line: 2, email })
    const again = await sendList(api(), id, `${list}Jo Low,,${email},\n`)
    expect(again.body).toMatchObject({ lines: 3, people: 1, problems: 0, new: 0 })
    expect(await problemsOf(id)).toBe(0)
  })

  test.each([
    [{ email: 5 }, 'email'],
    [{ company: null }, 'company'],
    [{ name: ['Grace'] }, 'name'],
    [{ role: 'x'.repeat(2001) }, 'role'],
  ])('a field of another type, as in %j, is refused by its name', async (fields, name) => {
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nGrace Hopper,Navy,grace[at]navy.example,\n`)
    expect(expectError(await mend(id, 2, fields), 40001)).toContain(name)
    expect(await problemsOf(id)).toBe(1)
  })

  test('a line of a campaign that has ended is mended too; another organization has no such line', async () => {
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nGrace Hopper,Navy,grace[at]navy.example,\n`)
    await api().request('PATCH', `/v1/campaigns/${id}`, { body: { status: 'ended' } })
    const token = api().otherToken
    expectError(await mend(id, 2, { email: freshEmail() }, token), 40400)
    expectError(await api().request('DELETE', `/v1/campaigns/${id}/people/2`, { token }), 40400)
    expectError(await api().request('GET', `/v1/campaigns/${id}/problems.csv`, { token }), 40400)
    expect((await mend(id, 2, { email: freshEmail() })).status).toBe(200)
  })

  test.each([
    [{ email: 'still none' }, 'email: is no e-mail address.'],
    [{}, 'email: is no e-mail address.'],
    [{ email: '' }, 'The line has no address: fill in email, or a name and a web site.'],
  ])('with %j it still cannot be used: that is said, and nothing changes', async (fields, message) => {
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nGrace Hopper,Navy,grace[at]navy.example,\n`)
    expect(expectError(await mend(id, 2, fields), 40001)).toBe(message)
    expect(await problemsOf(id)).toBe(1)
  })

  test('of a line whose cells stand in wrong columns only what is sent is taken', async () => {
    const { id } = await createCampaign(api())
    const line = 'Ada Love,Acme,Inc.,ada@acme.example,Bath'
    await sendList(api(), id, `${header}\n${line}\n`)
    expect(await fileOf(api(), id, 'problems.csv')).toContain(`"${line}",,,,2,`)
    const email = freshEmail()
    expect((await mend(id, 2, { email, company: 'Acme, Inc.' })).body).toMatchObject({
      email,
      company: 'Acme, Inc.',
    })
    await untilCompleted(api(), id)
    const again = await sendList(api(), id, await fileOf(api(), id, 'links.csv'))
    expect(again.body).toMatchObject({ people: 1, problems: 0, same: 1 })
  })

  test('a line is set aside: it leaves every file and count, and nobody else does', async () => {
    const { id } = await inviteAll(api(), `${header}\nNobody,,,\nJane Doe,,${freshEmail()},\n`)
    const path = `/v1/campaigns/${id}/people/2`
    expectError(await api().request('DELETE', `/v1/campaigns/${id}/people/3`), 40400)
    expectError(await api().request('DELETE', `/v1/campaigns/${id}/people/two`), 40400)
    expectError(await api().request('DELETE', `${path}?list=2`), 40400)
    expect((await api().request('DELETE', path)).status).toBe(204)
    expectError(await api().request('DELETE', path), 40400)
    for (const file of ['links.csv', 'results.csv', 'problems.csv'] as const)
      expect(await fileOf(api(), id, file)).not.toContain('Nobody')
    expect((await api().request('GET', `/v1/campaigns/${id}`)).body).toMatchObject({ people: 1, problems: 0 })
  })

  test('of two lists with such a line at one number the later is meant, unless the list is said', async () => {
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nFirst,,,\n`)
    await sendList(api(), id, `${header}\nSecond,,,\n`)
    const email = freshEmail()
    expect((await mend(id, 2, { email })).body).toMatchObject({ name: 'Second', list: 2 })
    expect((await mend(id, '2?list=1', { email: freshEmail() })).body).toMatchObject({
      name: 'First',
      list: 1,
    })
  })

  test('a later list that corrects a line takes it out of the problems; what may be somebody else’s stays', async () => {
    const { id } = await createCampaign(api())
    await sendList(
      api(),
      id,
      `${header}\nAda Love,Acme,ada@,Bath\nBo Low,Acme,,\nBo Low,Acme,bo@,\nEve Fry,Oil,eve@,\n`,
    )
    const correct = (name: string, company: string, city = '') =>
      sendList(api(), id, `${header}\n${name},${company},${freshEmail()},${city}\n`)
    expect((await correct('ADA LOVE', 'Acme', 'Bath')).body).toMatchObject({ new: 1 })
    expect(await problemsOf(id)).toBe(3)
    await correct('Bo Low', 'Acme')
    await correct('Eve Fry', 'Coal')
    expect(await problemsOf(id)).toBe(3)
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
    expect(body).toBe("Name,E-mail,line,problem\r\n'=1+1,nobody,2,E-mail: is no e-mail address\r\n")
    const again = await sendList(api(), id, body)
    expect(again.body).toMatchObject({ lines: 1, people: 0, problems: 1 })
    expect(await problemsOf(id)).toBe(1)
    expectError(await mend(id, 2, { email: freshEmail() }, token), 40300)
  })

  test('who is erased is gone from a line that was mended, and from what it was', async () => {
    const { id } = await createCampaign(api())
    await sendList(api(), id, `${header}\nZora Quist,Acme,zora(at)acme.example,\n`)
    const email = freshEmail()
    await mend(id, 2, { email })
    await untilCompleted(api(), id)
    const [person] = await peopleOf(api(), id)
    expect((await api().request('DELETE', `/v1/prospects/${person?.prospect}`)).status).toBe(200)
    expect(await fileOf(api(), id, 'links.csv')).not.toContain('Zora')
    expect(await peopleOf(api(), id)).toEqual([])
  })
})
