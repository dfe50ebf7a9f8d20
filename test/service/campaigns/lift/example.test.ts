import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
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
const wanted = {
  personal: { people: 1800, came: 640, reached: 223, early: 9 },
  control: { people: 200, came: 70, reached: 16, early: 1 },
}
const kinds = ['personal', 'control'] as const

/** So many companies of each group, one person each. */
function listFor(campaign: string): string {
  const isDrawn = (company: string) => {
    const hex = createHash('sha256').update(`${campaign}\n${company}`).digest('hex')
    return Number.parseInt(hex.slice(0, 13), 16) / 2 ** 52 < 0.1
  }
  const left = { personal: wanted.personal.people, control: wanted.control.people }
  const lines = ['Email']
  for (let at = 0; left.personal + left.control > 0; at++) {
    const company = `company-${at}.com`
    const group = isDrawn(company) ? 'control' : 'personal'
    if (left[group]-- > 0) lines.push(`ada@${company}`)
    else left[group] = 0
  }
  return `${lines.join('\n')}\n`
}

/** The example of the documents, to six places. */
const example = {
  personal: { rate: 0.123889, low: 0.100171, high: 0.147606 },
  control: { rate: 0.08, low: 0.015469, high: 0.144531 },
  difference: { estimate: 0.043889, low: -0.01947, high: 0.107247 },
  lift: { estimate: 0.548611, low: -0.626447, high: 1.723669 },
  p: 0.495305,
}
const onFirstDay = {
  personal: { people: 1800, reached: 9 },
  control: { people: 200, reached: 1 },
  difference: { estimate: 0, low: -0.016095, high: 0.016095 },
}

/** The same by the formulas of docs/lift.md, which are short if every company has one person. */
function inFull() {
  const [p1, p0] = [223 / 1800, 16 / 200]
  const [v1, v0] = [(p1 * (1 - p1)) / 1800, (p0 * (1 - p0)) / 200]
  const rho = (-2 * Math.log(0.05) + Math.log(1 - 2 * Math.log(0.05))) / 1000
  const half = (se: number, n: number) =>
    se * Math.sqrt((1 + 1 / (n * rho)) * (2 * Math.log(20) + Math.log(1 + n * rho)))
  const around = (at: number, reach: number) => ({ low: at - reach, high: at + reach })
  const r = 2000 * rho
  const z = (p1 - p0) / Math.sqrt(v1 + v0)
  return {
    personal: { rate: p1, ...around(p1, half(Math.sqrt(v1), 1800)) },
    control: { rate: p0, ...around(p0, half(Math.sqrt(v0), 200)) },
    difference: { estimate: p1 - p0, ...around(p1 - p0, half(Math.sqrt(v1 + v0), 2000)) },
    lift: {
      estimate: p1 / p0 - 1,
      ...around(p1 / p0 - 1, half(Math.sqrt(v1 / p0 ** 2 + (v0 * p1 ** 2) / p0 ** 4), 2000)),
    },
    p: Math.min(1, Math.sqrt(1 + r) * Math.exp(((-z * z) / 2) * (r / (1 + r)))),
  }
}

const near = (value: unknown, places: number) =>
  JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'number' ? expect.closeTo(each, places) : each,
  )

withApi((api) => {
  test('the example of the documents comes out of raw visits', async () => {
    await api().request('PUT', '/v1/templates/with-goal', { body: { yaml } })
    const { id } = await createCampaign(api(), { template: 'with-goal', control: 10 })
    expect((await sendList(api(), id, listFor(id))).body).toMatchObject({
      groups: {
        personal: { people: 1800, companies: 1800 },
        control: { people: 200, companies: 200 },
      },
      canTell: true,
    })
    await untilCompleted(api(), id)
    const people = [
      ...(await peopleOf(api(), id, '?limit=1000')),
      ...(await peopleOf(api(), id, '?limit=1000&sort=-line')),
    ]
    for (const kind of kinds) {
      const { came, reached, early } = wanted[kind]
      const group = people.filter((person) => person.group === kind).slice(0, came)
      const visits = group.map(({ link }, at) => {
        const goal = { item: 'reserve', at: 4020 }
        const events = [view(1), ...(at < reached ? [click(2, goal)] : [])]
        // The first came three days before.
        const sent = at < early ? 3 * 86_400_000 : 5230
        return batchOf({ pattern: patternOf(link) }, { sent, events })
      })
      await send(api(), ...visits)
    }
    const read = async () => (await api().request<Lift>('GET', `/v1/campaigns/${id}/lift`)).body
    const groups = kinds.map((group) => {
      const { people: invited, came, reached } = wanted[group]
      return { group, companies: invited, people: invited, came, reached }
    })
    await expect.poll(async () => (await read()).groups, { interval: 500 }).toEqual(groups)
    const { days, ...lift } = await read()
    const rest = { goal: 'reserve', level: 0.95, horizon: 1000, groups, verdict: 'not-sure-yet' }
    const balance = { invited: { p: 1, ok: true } }
    expect(lift).toEqual({ ...rest, balance, ...near(example, 6) })
    expect(lift).toEqual({ ...rest, balance, ...near(inFull(), 9) })
    expect(days).toHaveLength(4)
    expect(days[0]).toEqual({ day: expect.any(String), ...near(onFirstDay, 6) })
    const { personal, control, difference } = days[3] ?? {}
    expect([personal?.reached, control?.reached, difference]).toEqual([223, 16, lift.difference])
  })
})
