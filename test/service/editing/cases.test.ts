import { expect, test } from 'vitest'
import type { EditedTemplate, EditorCases, EditorPeople, TemplateEdit } from '../../../wire/editor.ts'
import { forADatabase } from '../../support/databases.ts'
import { inviteAll } from '../campaigns/support.ts'
import { expectError } from '../http/support.ts'
import { openDesk } from './desk.ts'
import { pageOrigin } from './page.ts'

const yaml = `page: ${pageOrigin}/spring
languages: [en]
content:
  - name: Headline
    selector: h1
    type: text
    for:
      - { when: { industry: Retail }, payload: Sell } # shops
      # who lends
      - when: { industry: [ Banking, Insurance ], additional.staff: 200 }
        payload: Lend
      - { when: { role: { contains: engineer } }, payload: Build }
    payload: Hello # everybody
analytics: []
`
const list = `email,name,company,industry,role
a@one.example,Aisha Haddad,Greenwave S.à r.l.,Retail,Buyer
b@two.example,Ben Cole,Two Ltd,retail,Site Engineer
c@three.example,Cleo Berg,Three,Toys,Engineer
d@four.example,Dan Larsen,,Toys,
`

forADatabase((database) => {
  const { api, ask, open } = openDesk(database)
  const setCases = (cases: unknown): TemplateEdit => ({
    edit: 'setItem',
    list: 'content',
    index: 0,
    fields: { for: cases },
  })

  test('the editor reads the cases of an item, and a save leaves those that stay as they are written', async () => {
    const page = await open('cases', yaml)
    const { body } = await ask<EditedTemplate>(page, 'GET', '/template')
    const [shops, lenders, builders] = body.content[0]?.for ?? []
    expect(lenders).toEqual({
      when: { industry: ['Banking', 'Insurance'], 'additional.staff': 200 },
      payload: 'Lend',
    })
    const moved = [{ when: { company: { known: false } }, payload: 'Who?' }, lenders, shops, builders]
    const edits = [setCases(moved)]
    const saved = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 1, edits })
    expect(saved.body.content[0]?.for).toEqual(moved)
    const stored = await api().request<{ yaml: string }>('GET', '/v1/templates/cases')
    expect(stored.body.yaml).toContain('payload: Sell } # shops')
    expect(stored.body.yaml).toContain('- when: { industry: [ Banking, Insurance ], additional.staff: 200 }')
    expect(stored.body.yaml).toContain('- when: { company: { known: false } }')
    expect(stored.body.yaml).toContain('payload: Hello # everybody')
    const none = await ask<EditedTemplate>(page, 'PUT', '/template', { version: 2, edits: [setCases(null)] })
    expect(none.body.content[0]).not.toHaveProperty('for')
    for (const wrong of ['Retail', [{ payload: 'x' }], [{ when: { industry: [[]] }, payload: 'x' }]])
      expectError(await ask(page, 'PUT', '/template', { version: 3, edits: [setCases(wrong)] }), 40001)
    const unknown = [{ when: { industri: 'Retail' }, payload: 'x' }]
    expectError(await ask(page, 'PUT', '/template', { version: 3, edits: [setCases(unknown)] }), 40003)
  })

  test('says for how many people of a campaign each case is, and which is for nobody', async () => {
    const page = await open('counted', yaml)
    const none = await ask<EditorPeople>(page, 'GET', '/people')
    expect(none.body).toMatchObject({ campaigns: [], people: 0, first: [] })
    const campaign = await inviteAll(api(), list, { template: 'counted' })
    const edits = [
      setCases([
        { when: { industry: 'Retail' }, payload: 'Sell' },
        { when: { role: { contains: 'engineer' } }, payload: 'Build' },
        { when: { industry: 'retail', role: { known: true } }, payload: 'Never' },
      ]),
    ]
    const wish = { version: 1, edits, campaign: campaign.id }
    const counted = await ask<EditorCases>(page, 'POST', '/cases', wish)
    expect(counted.body).toEqual({
      people: 4,
      items: [{ index: 0, cases: [{ people: 2 }, { people: 1 }, { people: 0, takenBy: 0 }], others: 1 }],
    })
  })

  test('says for how many people of a campaign a field is known, with three examples', async () => {
    const page = await open('known', yaml)
    await inviteAll(api(), list, { template: 'known' })
    const { body } = await ask<EditorPeople>(page, 'GET', '/people')
    expect(body.people).toBe(4)
    expect(body.first.map(({ name }) => name)).toContain('Aisha Haddad')
    expect(body.fields.role).toMatchObject({ known: 3 })
    expect(body.fields.company_short?.examples).toContain('Greenwave')
    expect(body.fields.first_name?.examples).toHaveLength(3)
    expect(body.fields.industry?.examples[0]).toBe('Toys')
    const other = await open('other', yaml)
    expect((await ask<EditorPeople>(other, 'GET', `/people?campaign=${body.campaign}`)).body.people).toBe(0)
  })
})
