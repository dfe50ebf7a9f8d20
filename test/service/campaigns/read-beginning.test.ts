import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readBeginning } from '../../../service/campaigns/read-beginning.ts'
import { expectError, freshEmail, withApi } from '../http/support.ts'
import { understand } from './read.ts'
import { createCampaign, peopleOf, untilCompleted } from './support.ts'

const folder = 'test/fixtures/lists'
const lists = (await readdir(folder)).filter((name) => !name.endsWith('.json'))

async function* chunksOf(bytes: Uint8Array | string) {
  yield Buffer.from(bytes)
}

describe('what is shown of a list before it is sent', () => {
  test.each(lists)('%s: is what its import makes of it', async (name) => {
    const bytes = readFileSync(join(folder, name))
    const { refused, columns, problems } = await understand(bytes)
    const read = await readBeginning(chunksOf(bytes), {}).catch((error: Error) => ({
      problem: error.message,
    }))
    expect(read.problem).toBe(refused)
    if (refused !== undefined || !('columns' in read)) return
    expect(read.columns.map(({ title, meaning }) => [title, meaning ?? null])).toEqual(columns)
    expect(read.unusable).toBe(problems?.length)
    expect(read.people + read.repeated + read.unusable).toBe(read.lines)
    expect(read.problems.reduce((sum, { lines }) => sum + lines, 0)).toBe(read.unusable)
    const told = read.problems.flatMap(({ examples }) => examples.map(({ line }) => line))
    expect(told.sort()).toEqual(problems?.map(({ line }) => line).sort())
  })

  test('of its beginning, cut within a letter and a line, all but the last line is read', async () => {
    const bytes = Buffer.from('E-Mail;Ort\na@b.example;Köln\nc@d.example;Kö')
    const read = await readBeginning(chunksOf(bytes.subarray(0, -1)), { part: 'true' })
    expect(read).toMatchObject({ encoding: 'utf-8', separator: ';', lines: 1, unusable: 0 })
    expect(read.rows).toEqual([{ line: 2, cells: ['a@b.example', 'Köln'] }])
  })

  test.each([
    ['people', 'email,name\n', 'ada@acme.example,Ada\n'],
    ['blank lines below its columns', 'email,name\n', '\n'],
    ['blank lines above its columns', '', '\n'],
    ['lines without a value', 'email,name\n', ',,,\n'],
  ])('others have their turns while it is read: %s', async (_, first, line) => {
    let ms = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 3))
    onTestFinished(() => clock.mockRestore())
    let turns = 0
    let turn = setImmediate(function count() {
      turns++
      turn = setImmediate(count)
    })
    onTestFinished(() => clearImmediate(turn))
    const list = `${first}${line.repeat(1000)}email,name\nbob@acme.example,Bob\n`
    await readBeginning(chunksOf(list), {})
    // By this clock a line takes 3 ms, so there are some three of them between two turns.
    expect(turns).toBeGreaterThan(200)
  })

  test('whose columns name nobody: why, and its columns and rows to be corrected', async () => {
    const text = 'Kontaktpunkt,Firma\na@b.example,Acme\nnobody,Other\nnobody,Other\n'
    const read = await readBeginning(chunksOf(text), {})
    expect(read.problem).toMatch(/No column of the list has addresses/)
    expect(read.rows).toHaveLength(3)
    const corrected = await readBeginning(chunksOf(text), {
      columns: '{"Kontaktpunkt":"email","Firma":"additional"}',
    })
    expect(corrected).toMatchObject({
      columns: [{ meaning: 'email' }, { title: 'Firma', key: 'firma' }],
      people: 1,
      withoutCompany: 1,
      unusable: 2,
    })
    expect(corrected.columns[1]).not.toHaveProperty('meaning')
    expect(corrected.problems).toEqual([
      {
        problem: 'Kontaktpunkt: is no e-mail address',
        lines: 2,
        examples: [
          { line: 3, text: 'nobody,Other' },
          { line: 4, text: 'nobody,Other' },
        ],
        remedy: expect.stringMatching(/^Correct it in the file/),
      },
    ])
  })

  test.each([0, 1, 400])('an object with too many keys, after %i others, stops no other', async (before) => {
    const person = (n: number) => JSON.stringify({ email: `p${n}@acme.example`, company: 'Acme' })
    const keys = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`key ${n}`, n]))
    const others = Array.from({ length: before + 3 }, (_, n) => person(n))
    const lines = others.toSpliced(before, 0, JSON.stringify({ ...keys, email: 'keys@acme.example' }))
    const read = await readBeginning(chunksOf(`${lines.join('\n')}\n`), {})
    expect(read).toMatchObject({ people: before + 3, unusable: 1, withoutCompany: 0 })
    expect(read.problems).toMatchObject([{ problem: expect.stringMatching(/^has more keys than/), lines: 1 }])
    expect(read.columns).toHaveLength(2)
  })

  test('of objects on lines: their keys', async () => {
    const read = await readBeginning(chunksOf('{"post":"a@b.example"}\n{"post":"c@d.example","seats":3}\n'), {
      columns: '{"post":"email"}',
    })
    expect(read).toMatchObject({
      format: 'ndjson',
      columns: [{ meaning: 'email' }, { key: 'seats' }],
      unusable: 0,
    })
  })
})

withApi((api) => {
  const read = (list: string, query = '') =>
    api().request<Record<string, unknown>>('POST', `/v1/lists/read${query}`, {
      body: list,
      headers: { 'content-type': 'text/csv' },
    })

  test('a list is read, corrected, and sent with the same corrections', async () => {
    // A title of its own, since what is said of it is remembered.
    const title = `Kontaktpunkt ${freshEmail()}`.split('@')[0] ?? ''
    const list = `${title},Privat,Notiz\nkora@kontakt.example,kora@home.example,Kora Kern\n`
    const columns = encodeURIComponent(JSON.stringify({ [title]: 'email', Notiz: 'name' }))
    expect((await read(list)).body).toMatchObject({
      problem: expect.stringMatching(/^More than one column has addresses: "Kontaktpunkt /),
    })
    expect((await read(list, `?columns=${columns}`)).body).toMatchObject({ lines: 1, unusable: 0 })
    const { id } = await createCampaign(api())
    const sent = await api().request('POST', `/v1/campaigns/${id}/people?columns=${columns}`, {
      body: list,
      headers: { 'content-type': 'text/csv' },
    })
    expect(sent).toMatchObject({ status: 202, body: { lines: 1, people: 1, problems: 0 } })
    await untilCompleted(api(), id)
    expect(await peopleOf(api(), id)).toMatchObject([{ email: 'kora@kontakt.example', name: 'Kora Kern' }])
  })

  test('corrections that are none, and too much at once, are told', async () => {
    expectError(await read('email\na@b.example\n', '?columns=email'), 40001)
    expectError(await read('email\na@b.example\n', '?columns={"a":"b"}'), 40001)
    expectError(await read('email\na@b.example\n', '?part=maybe'), 40001)
    expectError(await read(''), 40001)
    expectError(await read('a\n'.repeat(200_002)), 41300)
  })
})
