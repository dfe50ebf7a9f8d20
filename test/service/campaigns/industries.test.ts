import { expect, test } from 'vitest'
import { withApi } from '../http/support.ts'
import { inviteAll, peopleOf } from './support.ts'

const yaml = `page: https://www.example.com/industries
languages: [en]
content:
  - { selector: .city, type: text, payload: "{{ prospect.additional.city }}" }
  - { selector: .lead, type: text, payload: "{{ prospect.additional.lead }}" }
`
const list = `email,name,industry,city
ada@one.example,Ada,Retail,
bea@two.example,Bea,Retail,
cid@three.example,Cid,Retail,Bonn
dan@four.example,Dan,Wind,Bonn
eve@five.example,Eve,Wind,
fay@six.example,Fay,Wind,Bonn
gus@seven.example,Gus,,
`

interface Gap {
  index: number
  empty: number
  industries?: object[]
}

withApi((api) => {
  test('a campaign says in which industries most people lack a value', async () => {
    await api().request('PUT', '/v1/templates/industries', { body: { yaml } })
    const { id } = await inviteAll(api(), list, { template: 'industries' })
    const gapsOf = async () =>
      (await api().request<{ gaps: Gap[] }>('GET', `/v1/campaigns/${id}/gaps?by=industry`)).body.gaps
    const [city, lead] = await gapsOf()
    expect(city).toMatchObject({
      index: 0,
      empty: 4,
      examples: ['ada@one.example', 'bea@two.example', 'eve@five.example', 'gus@seven.example'],
      industries: [{ industry: 'Retail', people: 2, of: 3 }],
    })
    // What everybody lacks is about no industry.
    expect(lead).toMatchObject({ index: 1, empty: 7 })
    expect(lead).not.toHaveProperty('industries')

    const [ada] = (await peopleOf(api(), id)).filter(({ email }) => email === 'ada@one.example')
    await api().request('DELETE', `/v1/prospects/${ada?.prospect}`)
    expect((await gapsOf())[0]).toMatchObject({
      empty: 3,
      industries: [{ industry: 'Retail', people: 1, of: 2 }],
    })
  })
})
