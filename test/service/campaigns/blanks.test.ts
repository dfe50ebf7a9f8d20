import { expect, test } from 'vitest'
import { expectError, withApi } from '../http/support.ts'
import { inviteAll } from './support.ts'

const yaml = `page: https://www.example.com/blanks
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.name }}, welcome" }
  - { selector: .lead, type: html, payload: "<p>For <b>{{ prospect.additional.city }}</b> {{ prospect.company | default: 'and you' }}</p>" }
  - { selector: .role, type: text, payload: "{% if prospect.role %}As {{ prospect.role }}{% else %}Come{% endif %}" }
  - { selector: .shot, type: src, payload: "https://www.example.com/{{ prospect.additional.city }}.jpg" }
  - { selector: .own, type: text, payload: "{{ prospect.additional.city }}" }
`
const list = `email,name,company,city
info@one.example,,One,Bonn
info@two.example,,Two,
jane@three.example,Jane,Three,Bonn
`

withApi((api) => {
  test('a campaign says what people read where a value is not known, and nothing stands in for it', async () => {
    await api().request('PUT', '/v1/templates/blanks', { body: { yaml } })
    const { id } = await inviteAll(api(), list, { template: 'blanks' })
    const { status, body } = await api().request('GET', `/v1/campaigns/${id}/blanks`)
    expect(status).toBe(200)
    const hello = { index: 0, selector: 'h1', type: 'text', people: 2, reads: 'Hello , welcome' }
    const two = ['info@two.example']
    expect(body).toEqual({
      blanks: [
        { ...hello, examples: expect.arrayContaining(['info@one.example', ...two]) },
        {
          index: 1,
          selector: '.lead',
          type: 'html',
          people: 1,
          reads: '<p>For <b></b> Two</p>',
          examples: two,
        },
        {
          index: 3,
          selector: '.shot',
          type: 'src',
          people: 1,
          reads: 'https://www.example.com/.jpg',
          examples: two,
        },
      ],
    })
    const gaps = await api().request<{ gaps: object[] }>('GET', `/v1/campaigns/${id}/gaps`)
    expect(gaps.body.gaps).toMatchObject([{ index: 4, empty: 1, byDefault: 0 }])
    expectError(await api().request('GET', `/v1/campaigns/${id}/blanks`, { token: api().otherToken }), 40400)
  })
})
