import { expect, test } from 'vitest'
import type { EditedTemplate, EditorProspect } from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { createProspect } from '../../support/records.ts'
import { expectError } from '../http/support.ts'
import { headline, openDesk, source } from './desk.ts'

forADatabase((database) => {
  const { api, put, ask, open } = openDesk(database)

  test('organizations edit their own: of two with one name, each its own', async () => {
    await put('both-have', source, api().otherToken)
    const page = await open('both-have')
    await ask(page, 'PUT', '/template', { version: 1, edits: [headline('Ours')] })
    const theirs = await api().request<{ yaml: string }>('GET', '/v1/templates/both-have', {
      token: api().otherToken,
    })
    expect(theirs.body.yaml).toBe(source)
    const body = { email: 'theirs@other.example' }
    const made = await api().request<{ id: string }>('POST', '/v1/prospects', {
      body,
      token: api().otherToken,
    })
    const wish = { version: 2, edits: [], language: 'en', prospect: made.body.id }
    expectError(await ask(page, 'POST', '/preview', wish), 40002)
    const found = await ask<{ prospects: object[] }>(page, 'GET', '/prospects?limit=1000')
    expect(JSON.stringify(found.body)).not.toContain(made.body.id)
  })

  test('people are listed as id, name and company, and found by these alone', async () => {
    const page = await open('listed')
    const additional = { company: 'Zyxcorp', name: 'Yolanda Quux', plan: 'gold' }
    await createProspect(api(), { email: 'somebody@acme.example' })
    const id = await createProspect(api(), { email: 'secretive@zyx.example', additional })
    type Found = { prospects: EditorProspect[]; next?: string }
    const find = async (query: string) => (await ask<Found>(page, 'GET', `/prospects${query}`)).body
    expect(await find('?search=zyxcorp')).toEqual({
      prospects: [{ id, name: 'Yolanda Quux', company: 'Zyxcorp' }],
    })
    expect((await find('?search=yol%20qu')).prospects).toHaveLength(1)
    for (const search of ['secretive', 'zyx.example', 'zyx.example%20yolanda'])
      expect((await find(`?search=${search}`)).prospects, search).toEqual([])
    const { fields } = (await ask<EditedTemplate>(page, 'GET', '/template')).body
    expect(fields).toContain('additional.plan')
    expect(fields).not.toContain('additional.company')
  })
})
