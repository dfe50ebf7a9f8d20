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
  values?: string[]
}

withApi((api) => {
  test('a campaign says in which industries most people lack a value', async () => {
    await api().request('PUT', '/v1/templates/industries', { body: { yaml } })
    const { id } = await inviteAll(api(), list, { template: 'industries' })
    const gaps = `/v1/campaigns/${id}/gaps`
    const gapsOf = async (path = `${gaps}?by=industry`) =>
      (await api().request<{ gaps: Gap[] }>('GET', path)).body.gaps
    const [city, lead] = await gapsOf()
    expect(city).toMatchObject({
      index: 0,
      empty: 4,
      examples: ['ada@one.example', 'bea@two.example', 'eve@five.example', 'gus@seven.example'],
      values: ['additional.city'],
      industries: [{ industry: 'Retail', people: 2, of: 3 }],
    })
    // What everybody lacks is about no industry.
    expect(lead).toMatchObject({ index: 1, empty: 7 })
    expect(lead).not.toHaveProperty('industries')

    // Without the question the answer is the same, but for the industries.
    const asBefore = [city, lead].map(({ industries: _, values: __, ...gap } = {} as Gap) => gap)
    expect(await gapsOf(gaps)).toEqual(asBefore)
    expect(await api().request('GET', `${gaps}?by=company`)).toMatchObject({
      status: 400,
      body: { error: 40001, message: 'by: must be industry.' },
    })

    const [ada] = (await peopleOf(api(), id)).filter(({ email }) => email === 'ada@one.example')
    await api().request('DELETE', `/v1/prospects/${ada?.prospect}`)
    expect((await gapsOf())[0]).toMatchObject({
      empty: 3,
      industries: [{ industry: 'Retail', people: 1, of: 2 }],
    })
  })

  test('people of the control group, who have no pages, do not count', async () => {
    await api().request('PUT', '/v1/templates/industries', { body: { yaml } })
    const many = Array.from({ length: 60 }, (_, number) => {
      const [industry, city] = number % 2 ? ['Retail', ''] : ['Wind', 'Bonn']
      return `p${number}@company${number}.example,P,${industry},${city}`
    })
    const { id } = await inviteAll(api(), `email,name,industry,city\n${many.join('\n')}\n`, {
      template: 'industries',
      control: 50,
    })
    const people = await peopleOf(api(), id, '?limit=100')
    const shops = people.filter(
      ({ group, company }) => group !== 'control' && Number(company?.match(/\d+/)?.[0]) % 2,
    )
    const { body } = await api().request<{ gaps: Gap[] }>('GET', `/v1/campaigns/${id}/gaps?by=industry`)
    expect(body.gaps[0]?.industries).toEqual([{ industry: 'Retail', people: shops.length, of: shops.length }])
    expect(shops.length).toBeLessThan(30)
  })
})
