import { describe, expect, test } from 'vitest'
import { whatAListTells } from '../../../../service/campaigns/lift/can-tell.ts'
import { unitOf } from '../../../../service/campaigns/lift/draw.ts'
import { liftOf } from '../../../../service/campaigns/lift/lift.ts'
import {
  balanceOf,
  compare,
  type GroupSums,
  logBayesFactor,
  rateOf,
  varianceByCompany,
} from '../../../../service/campaigns/lift/statistics.ts'

/** A group in which every company has one person. */
const alone = (reached: number, people: number): GroupSums => ({
  people,
  reached,
  peopleSquared: people,
  cross: reached,
  reachedSquared: reached,
})

describe('the interval', () => {
  test('is GrowthBook’s for a relative lift, with a horizon of 5,000', () => {
    // packages/stats/tests/frequentist/test_tests.py, the sequential test of proportions.
    const { lift, p } = compare(alone(2422, 3461), alone(1396, 3000), 5000)
    expect(lift?.estimate).toBeCloseTo(0.50386, 5)
    expect(lift?.low).toBeCloseTo(0.40098, 5)
    expect(lift?.high).toBeCloseTo(0.60675, 5)
    expect(p).toBeCloseTo(0, 5)
  })

  test('knows that a company of 200 people is one witness', () => {
    // A company of 200 people, of whom 100 reached the goal, and 50 of one who did not.
    const one = {
      people: 250,
      reached: 100,
      peopleSquared: 200 ** 2 + 50,
      cross: 200 * 100,
      reachedSquared: 100 ** 2,
    }
    // By hand: p = 0.4, Σ(k − p·n)² = (100 − 80)² + 50·0.4² = 408.
    expect(varianceByCompany(one)).toBeCloseTo(408 / 250 ** 2, 12)
    expect(varianceByCompany(alone(100, 250))).toBeCloseTo((0.4 * 0.6) / 250, 12)
  })

  test('stays within 0 and 1 for a rate, and is left out of a group without people', () => {
    expect(rateOf(alone(0, 0))).toBeUndefined()
    expect(rateOf(alone(3, 3))).toEqual({ rate: 1, low: 1, high: 1 })
    expect(rateOf(alone(1, 4))).toMatchObject({ low: 0, high: 1 })
    expect(compare(alone(1, 4), alone(0, 0))).toEqual({})
  })
})

/** Companies of one group with so many people each, all invited on one day: of each so many came and reached the goal. */
const rowsOf = (control: boolean, companies: number, [people, came, reached]: [number, number, number]) => {
  const day = { invited: '2026-11-20' }
  return {
    control,
    companies,
    people: [
      { ...day, people: people - reached, came: came - reached, reached: null },
      { ...day, people: reached, came: reached, reached: '2026-11-23' },
    ],
  }
}

describe('the verdict', () => {
  /** Groups of companies with one person each: [companies, of them with somebody who reached the goal]. */
  const verdictOf = (...groups: (readonly [number, number])[]) => {
    const rows = groups.flatMap(([companies, reached], group) => [
      rowsOf(group === 1, reached, [1, 1, 1]),
      rowsOf(group === 1, companies - reached, [1, 0, 0]),
    ])
    return liftOf({ goal: 'cta', control: 50, rows }).verdict
  }

  test.for([
    [[200, 50], [19, 15], 'too-early'],
    [[200, 9], [200, 50], 'too-early'],
    [[20, 10], [20, 9], 'too-early'],
    [[20, 10], [20, 10], 'not-sure-yet'],
    [[500, 300], [500, 100], 'better'],
    [[500, 100], [500, 300], 'worse'],
  ] as const)('of %j and %j is %s', ([personal, control, verdict]) => {
    expect(verdictOf(personal, control)).toBe(verdict)
  })

  test.for([
    { people: 10_000, control: 10, held: [80, 65], reached: [100, 100], of: 'no effect' },
    { people: 20_000, control: 20, held: [80, 72], reached: [100, 100], of: 'no effect' },
    { people: 20_000, control: 10, held: [80, 68], reached: [110, 100], of: 'a tenth more' },
  ] as const)(
    'does not rest on whom a page holds: $held of 100 visitors, $of',
    ({ people, control, ...of }) => {
      // Of 1,000 invited 500 visit, and count as come if the page holds them.
      const rows = [false, true].map((isControl, at) => {
        const companies = (people * (isControl ? control : 100 - control)) / 100 / 1000
        return rowsOf(isControl, companies, [1000, 5 * of.held[at as 0 | 1], of.reached[at as 0 | 1]])
      })
      const { groups, lift, balance } = liftOf({ goal: 'cta', control, rows })
      const [personal, others] = groups.map(({ came, reached }) => reached / came)
      expect((personal ?? 0) / (others ?? 1)).toBeLessThan(0.95)
      expect(lift?.estimate).toBeCloseTo(of.reached[0] / of.reached[1] - 1, 12)
      expect(balance).toEqual({ invited: expect.objectContaining({ ok: true }) })
    },
  )

  test('each day tells of who was invited by then; who was invited first, from the beginning', () => {
    const [first, second] = ['2026-11-20', '2026-11-22']
    const people = [
      { people: 2, came: 1, invited: first, reached: null },
      { people: 1, came: 1, invited: first, reached: '2026-11-19' },
      { people: 4, came: 1, invited: second, reached: null },
      { people: 1, came: 1, invited: second, reached: '2026-11-23' },
    ]
    const { days } = liftOf({ goal: 'cta', control: 10, rows: [{ control: false, companies: 10, people }] })
    expect(days.map(({ day, personal }) => [day.slice(-2), personal.people, personal.reached])).toEqual([
      ['19', 30, 10],
      ['20', 30, 10],
      ['21', 30, 10],
      ['22', 80, 10],
      ['23', 80, 20],
    ])
  })
})

describe('what a list can tell', () => {
  test.for([
    [50, 478],
    [10, 1000],
    [1, 10_000],
  ])('with a control of %i in 100 depends on its companies, from %i on', ([control = 0, from = 0]) => {
    const tell = (companies: number) => whatAListTells(Array(companies).fill(3), control)
    expect(tell(from)).toMatchObject({ canTell: true, canTellFrom: from })
    expect(tell(from - 1)).toMatchObject({ canTell: false, canTellFrom: from })
    expect(tell(200).groups.control).toEqual({ companies: 2 * control, people: 6 * control })
  })
})

describe('the balance', () => {
  test('is that of optimizely/ssrm', () => {
    // ssrm_test/test_ssrm_test.py: log marginals of four looks, −19.96484521 and −15.78103123.
    const looks = [
      [20, 17, 9],
      [18, 21, 8],
      [4, 6, 4],
      [18, 19, 11],
    ]
    const counts = [0, 1, 2].map((group) => looks.reduce((total, look) => total + (look[group] ?? 0), 0))
    expect(logBayesFactor(counts, [0.4, 0.4, 0.2], [1, 1, 1])).toBeCloseTo(-19.96484521 + 15.78103123, 7)
    expect(balanceOf([1000, 1200], [0.5, 0.5]).ok).toBe(false)
    expect(balanceOf([1800, 200], [0.9, 0.1])).toEqual({ p: 1, ok: true })
  })
})

describe('the draw', () => {
  test.for([
    [{ email: 'Ada@Mail.Acme-Tools.CO.UK' }, 'acme-tools.co.uk'],
    [{ email: 'bo@bücher.example' }, 'xn--bcher-kva.example'],
    [{ email: 'cy@acme.github.io' }, 'github.io'],
    [{ email: 'di@gmail.com' }, 'di@gmail.com'],
    [{ email: 'Di@Gmail.com ' }, 'di@gmail.com'],
    [{ email: 'di@gmail.com', domain: 'https://www.acme.com/shop' }, 'acme.com'],
    [{ email: 'di@acme.com', domain: 'other.com' }, 'acme.com'],
    [{ domain: 'www.acme.com' }, 'acme.com'],
  ] as const)('draws %j as %s', ([person, unit]) => {
    expect(unitOf(person)).toBe(unit)
  })
})
