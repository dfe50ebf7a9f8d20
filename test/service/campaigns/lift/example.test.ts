import { expect, test } from 'vitest'
import { isInControl } from '../../../../service/campaigns/lift/draw.ts'
import type { Lift } from '../../../../service/campaigns/lift/lift.ts'
import { batchOf, click, send, view } from '../../events/batch.ts'
import { withApi } from '../../http/support.ts'
import { createCampaign, patternOf, peopleOf, sendList, untilCompleted } from '../support.ts'

const yaml = `page: https://www.example.com/launch
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
analytics:
  - { id: hero, selector: h1, type: view }
  - { id: reserve, selector: .cta, type: click, goal: true }
`
const groups = [
  { group: 'personal', companies: 1800, people: 1800, came: 640, reached: 223 },
  { group: 'control', companies: 200, people: 200, came: 70, reached: 16 },
]
/** The example of the documents, which show six places; computed by docs/lift.md, with p(1−p)/n for the variance. */
const example = {
  ...{ goal: 'reserve', level: 0.95, horizon: 1000, groups, verdict: 'not-sure-yet' },
  personal: { rate: 0.1238888889, low: 0.1001713849, high: 0.1476063929 },
  control: { rate: 0.08, low: 0.0154694448, high: 0.1445305552 },
  difference: { estimate: 0.0438888889, low: -0.0194696555, high: 0.1072474333 },
  lift: { estimate: 0.5486111111, low: -0.6264467165, high: 1.7236689387 },
  p: 0.4953046022,
  balance: { invited: { p: 1, ok: true } },
}
const onFirstDay = {
  personal: { people: 1800, reached: 9 },
  control: { people: 200, reached: 1 },
  difference: { estimate: 0, low: -0.0160950126, high: 0.0160950126 },
}
const near = (value: object) =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'number' ? expect.closeTo(each, 9) : each))

/** A list of companies with one person each, as many as are wanted of each group. */
function listFor(campaign: string): string {
  const domains = Array.from({ length: 4000 }, (_, at) => `company-${at}.com`)
  const drawn = groups.flatMap(({ group, people }) =>
    domains.filter((each) => isInControl(campaign, each, 10) === (group === 'control')).slice(0, people),
  )
  return `Email\n${drawn.map((domain) => `ada@${domain}`).join('\n')}\n`
}

withApi((api) => {
  test('the example of the documents comes out of raw visits', async () => {
    await api().request('PUT', '/v1/templates/with-goal', { body: { yaml } })
    const { id } = await createCampaign(api(), { template: 'with-goal', control: 10 })
    expect((await sendList(api(), id, listFor(id))).body).toMatchObject({ people: 2000, canTell: true })
    await untilCompleted(api(), id)
    const people = [
      ...(await peopleOf(api(), id, '?limit=1000')),
      ...(await peopleOf(api(), id, '?limit=1000&sort=-line')),
    ]
    for (const { group, came, reached } of groups) {
      const early = group === 'personal' ? 9 : 1
      const invited = people.filter((person) => person.group === group)
      const visits = invited.slice(0, came).map(({ link }, person) => {
        const events = [view(1), ...(person < reached ? [click(2, { item: 'reserve' })] : [])]
        // Nine and one came three days before.
        const sent = person < early ? 3 * 86_400_000 : 5230
        return batchOf({ pattern: patternOf(link) }, { sent, events })
      })
      await send(api(), ...visits)
    }
    const read = async () => (await api().request<Lift>('GET', `/v1/campaigns/${id}/lift`)).body
    await expect.poll(async () => (await read()).groups, { interval: 500 }).toEqual(groups)
    const { days, ...lift } = await read()
    expect(lift).toEqual(near(example))
    expect(days.map(({ personal }) => personal.reached)).toEqual([9, 9, 9, 223])
    expect(days[0]).toEqual({ day: expect.any(String), ...near(onFirstDay) })
    expect(days[3]).toMatchObject({ control: { people: 200, reached: 16 }, difference: lift.difference })
  })
})
