import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { ListReading } from '../../../service/campaigns/campaign.ts'
import type { PageRecord } from '../../../wire/record.ts'
import { expectError, freshEmail, type Prospect, withApi } from '../http/support.ts'
import { createCampaign, fileOf, patternOf, peopleOf, sendList, untilCompleted } from './support.ts'

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')

withApi((api) => {
  const send = (id: string, list: string, columns?: object) => {
    const query = columns ? `?columns=${encodeURIComponent(JSON.stringify(columns))}` : ''
    return api().request<Record<string, number>>('POST', `/v1/campaigns/${id}/people${query}`, {
      body: list,
      headers: { 'content-type': 'text/csv' },
    })
  }
  const look = async (list: string, query = '', token = api().token) => {
    const options = { body: list, headers: { 'content-type': 'text/csv' }, token }
    return (await api().request<ListReading>('POST', `/v1/lists/read${query}`, options)).body
  }

  test('what is said of columns is remembered by the organization for the same header, and what is said now wins', async () => {
    const title = freshEmail().split('@')[0] ?? ''
    const header = `${title},Private,Note`
    const line = () => `${freshEmail()},${freshEmail()},secret`
    const { id } = await createCampaign(api())
    const first = `${header}\n${line()}\n`
    expect(await look(first)).toMatchObject({ problem: expect.stringMatching(/^More than one column/) })
    expectError(await send(id, first), 40001)
    expect((await send(id, first, { [title]: 'email', Note: 'ignore' })).body).toMatchObject({ people: 1 })
    const other = await createCampaign(api())
    expect((await send(other.id, `Note,Private,${title}\n,,${freshEmail()}\n`)).body).toMatchObject({
      people: 1,
    })
    const second = await look(`${header}\n${line()}\n`)
    expect(second.columns).toMatchObject([
      { meaning: 'email', by: 'memory' },
      { title: 'Private' },
      { meaning: 'ignore', by: 'memory' },
    ])
    expect(second.columns[1]).not.toHaveProperty('by')
    const said = await look(`${header}\n${line()}\n`, '?columns=%7B%22Private%22%3A%22email%22%7D')
    expect(said.columns).toMatchObject([{ title }, { meaning: 'email' }, { meaning: 'ignore' }])
    expect(said.columns[0]).not.toHaveProperty('meaning')
    expect((await look(`${header}\n${line()}\n`, '', api().otherToken)).problem).toMatch(/^More than one/)
    expect((await look(`${header},More\n${line()},\n`)).problem).toMatch(/^More than one/)
  })

  test('a list that comes again with a column corrected says what the column means of those who are invited already', async () => {
    const { id } = await createCampaign(api())
    const list = `E-Mail,Haus\n${lines(104, () => `${freshEmail()},Navy Yard`)}\n${freshEmail()},\n`
    expect((await send(id, list)).body).toMatchObject({ people: 105, new: 105 })
    expect((await send(id, list, { Haus: 'company' })).body).toMatchObject({ changed: 104, same: 1 })
    await untilCompleted(api(), id)
    const companies = async () => (await peopleOf(api(), id, '?limit=200')).map(({ company }) => company)
    await expect.poll(async () => (await companies()).filter((each) => each === 'Navy Yard').length).toBe(104)
    expect((await send(id, list)).body).toMatchObject({ changed: 0, same: 105 })
  })

  test('a later list, or a corrected column, that says another language has the page made in it', async () => {
    const [ada, bo] = [freshEmail(), freshEmail()]
    const { id } = await createCampaign(api())
    const list = `E-Mail,Team\n${ada},de\n${bo},en\n${lines(8, () => `${freshEmail()},north`)}\n`
    await send(id, list)
    await untilCompleted(api(), id)
    const languages = async () =>
      Promise.all(
        (await peopleOf(api(), id, '?limit=2')).map(async ({ link }) => {
          const page = (await (await fetch(`${api().url}/p/${patternOf(link)}`)).json()) as PageRecord
          return [page.language, page.content[0]?.payload.includes('das ist')]
        }),
      )
    const english = ['en', false]
    const german = ['de', true]
    expect(await languages()).toEqual([english, english])
    expect((await send(id, list, { Team: 'language' })).body).toMatchObject({ changed: 10 })
    await expect.poll(languages).toEqual([german, english])
    // One that the template does not offer says nothing, as of somebody new.
    await send(id, `E-Mail,Sprache\n${ada},fr\n${bo},German\n`)
    await expect.poll(languages).toEqual([german, german])
  })

  test('Excel is told of letters beyond ASCII, also beside a column that is left out, in a mended line and in NDJSON', async () => {
    const begins = async (id: string) => {
      const headers = { authorization: `Bearer ${api().token}` }
      const answer = await fetch(`${api().url}/v1/campaigns/${id}/links.csv`, { headers })
      // `text()` would leave the byte order mark out.
      return Buffer.from(await answer.arrayBuffer())
        .toString()
        .slice(0, 7)
    }
    const one = await createCampaign(api())
    await send(one.id, `E-Mail,Name,Note\n${freshEmail()},Jürgen Lüd,x\n`, { Note: 'ignore' })
    const mended = await createCampaign(api())
    await send(mended.id, 'E-Mail,Name\nnobody,J\n')
    expect(await begins(mended.id)).toBe('E-Mail,')
    const body = { email: freshEmail(), name: 'Jürgen Lüd' }
    await api().request('PATCH', `/v1/campaigns/${mended.id}/people/2`, { body })
    const escaped = await createCampaign(api())
    await sendList(api(), escaped.id, `{"E-Mail":"${freshEmail()}","name":"J\\u00fcrgen"}\n`)
    for (const { id } of [one, mended, escaped]) expect(await begins(id)).toBe('\uFEFFE-Mail')
  })

  test('of a column that is left out nothing is kept: of no person, in no file, in no line that cannot be used', async () => {
    const email = freshEmail()
    const { id } = await createCampaign(api())
    const list = `E-Mail,Health,City\n${email},hush1,Ulm\nnobody,"hush2, too",Bonn\n`
    expect((await send(id, list, { Health: 'ignore' })).body).toMatchObject({ people: 1, problems: 1 })
    await untilCompleted(api(), id)
    const people = await peopleOf(api(), id)
    expect(people).toMatchObject([{ email }, { text: 'nobody,Bonn', said: { email: 'nobody' } }])
    const prospect = await api().request<Prospect[]>('GET', `/v1/prospects/${people[0]?.prospect}`)
    expect(prospect.body[0]?.additional).toEqual({ city: 'Ulm' })
    const files = (['links.csv', 'problems.csv'] as const).map((file) => fileOf(api(), id, file))
    expect(String(await Promise.all(files))).not.toMatch(/hush|Health/)
    const again = await sendList(api(), id, await fileOf(api(), id, 'links.csv'))
    expect(again.body).toMatchObject({ people: 1, problems: 1, same: 1 })
    const json = `{"email":"nobody","health":"hush3"}\n`
    const headers = { 'content-type': 'application/x-ndjson' }
    const path = `/v1/campaigns/${id}/people?columns=${encodeURIComponent('{"health":"ignore"}')}`
    expect((await api().request('POST', path, { body: json, headers })).status).toBe(202)
    expect(await fileOf(api(), id, 'links.csv')).not.toContain('hush')
  })

  test('a list is read in the encoding that is said, and telephone numbers come back as they went', async () => {
    const { id } = await createCampaign(api())
    const body = Buffer.from(
      `E-Mail;Name;Phone;Saldo\n${freshEmail()};\xa3ukasz;+49 30 1000;-5,30\n`,
      'latin1',
    )
    const send = (encoding: string) =>
      api().request('POST', `/v1/campaigns/${id}/people?encoding=${encoding}`, {
        body,
        headers: { 'content-type': 'text/csv' },
      })
    expect(expectError(await send('excel'), 40001)).toMatch(/^encoding: must be one that browsers know/)
    expect((await send('Windows-1250')).status).toBe(202)
    expect(await fileOf(api(), id, 'links.csv')).toContain('Łukasz,+49 30 1000,"-5,30",https:')
  })

  test('two columns that are said to be the same are refused, by their titles', async () => {
    const { id } = await createCampaign(api())
    const refused = await send(id, 'A,B\na@b.example,c@d.example\n', { A: 'email', B: 'email' })
    expect(expectError(refused, 40001)).toBe('columns: both "A" and "B" are said to be email: say it of one.')
    expect((await send(id, 'A,B,C\na@b.example,1,2\n', { B: 'ignore', C: 'ignore' })).status).toBe(202)
  })

  test('corrections that are none, and too much at once, are told', async () => {
    const read = (list: string, query = '') =>
      api().request('POST', `/v1/lists/read${query}`, { body: list, headers: { 'content-type': 'text/csv' } })
    expectError(await read('email\na@b.example\n', '?columns=email'), 40001)
    expectError(await read('email\na@b.example\n', '?columns={"a":"b"}'), 40001)
    expectError(await read('email\na@b.example\n', '?part=maybe'), 40001)
    expectError(await read('a\n'.repeat(200_002)), 41300)
  })

  test('a list that says that it is too large is refused before it comes', async () => {
    const { id } = await createCampaign(api())
    const client = connect(Number(new URL(api().url).port), '127.0.0.1')
    onTestFinished(() => void client.destroy())
    client.write(
      `POST /v1/campaigns/${id}/people HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api().token}\r\n` +
        `Content-Type: text/csv\r\nContent-Length: ${64 * 1024 * 1024 + 1}\r\n\r\n`,
    )
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1\.1 413 /)
  })
})
