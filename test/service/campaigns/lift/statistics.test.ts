import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isInControl, unitOf } from '../../../../service/campaigns/lift/draw.ts'
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
const alone = (reached: number, came: number): GroupSums => ({
  came,
  reached,
  cameSquared: came,
  cross: reached,
  reachedSquared: reached,
})

/** A group of companies: [people who came, of them who reached the goal]. */
const companies = (...counts: [number, number][]): GroupSums => {
  const sum = (of: (n: number, k: number) => number) => counts.reduce((total, [n, k]) => total + of(n, k), 0)
  return {
    came: sum((n) => n),
    reached: sum((_, k) => k),
    cameSquared: sum((n) => n * n),
    cross: sum((n, k) => n * k),
    reachedSquared: sum((_, k) => k * k),
  }
}

describe('the interval', () => {
  test('is GrowthBook’s for a relative lift, with a horizon of 5,000', () => {
    // packages/stats/tests/frequentist/test_tests.py, the sequential test of proportions.
    const { lift, p } = compare(alone(2422, 3461), alone(1396, 3000), 5000)
    expect(lift?.estimate).toBeCloseTo(0.50386, 5)
    expect(lift?.low).toBeCloseTo(0.40098, 5)
    expect(lift?.high).toBeCloseTo(0.60675, 5)
    expect(p).toBeCloseTo(0, 5)
  })

  test('is that of the example in the documents', () => {
    const [personal, control] = [alone(223, 640), alone(16, 70)]
    const { difference, lift, p } = compare(personal, control)
    const six = (value: object | undefined) =>
      Object.fromEntries(Object.entries(value ?? {}).map(([key, each]) => [key, Number(each.toFixed(6))]))
    expect(six(rateOf(personal))).toEqual({ rate: 0.348438, low: 0.290904, high: 0.405971 })
    expect(six(rateOf(control))).toEqual({ rate: 0.228571, low: 0.015556, high: 0.441587 })
    expect(six(difference)).toEqual({ estimate: 0.119866, low: -0.043462, high: 0.283195 })
    expect(six(lift)).toEqual({ estimate: 0.524414, low: -0.525876, high: 1.574704 })
    expect(p).toBeCloseTo(0.308215, 6)
  })

  test('knows that a company of 200 people is one witness', () => {
    const one = companies([200, 100], ...Array.from({ length: 50 }, (): [number, number] => [1, 0]))
    const many = alone(100, 250)
    const width = (sums: GroupSums) => {
      const { low = 0, high = 0 } = rateOf(sums) ?? {}
      return high - low
    }
    expect(width(one)).toBeGreaterThan(2 * width(many))
    // By hand: p = 0.4, Σ(k − p·n)² = (100 − 80)² + 50·0.4² = 408.
    expect(varianceByCompany(one)).toBeCloseTo(408 / 250 ** 2, 12)
    expect(varianceByCompany(many)).toBeCloseTo((0.4 * 0.6) / 250, 12)
  })

  test('stays within 0 and 1 for a rate, and is left out where nobody came or nothing varies', () => {
    expect(rateOf(alone(0, 0))).toBeUndefined()
    expect(rateOf(alone(3, 3))).toEqual({ rate: 1, low: 1, high: 1 })
    expect(rateOf(alone(1, 4))).toMatchObject({ low: 0, high: 1 })
    expect(compare(alone(1, 4), alone(0, 0))).toEqual({})
    expect(compare(alone(2, 4), alone(0, 4)).lift).toBeUndefined()
    expect(compare(alone(4, 4), alone(4, 4)).p).toBe(1)
  })
})

describe('the verdict', () => {
  /** Companies that came on one day: [people, of them who reached the goal]. */
  const verdictOf = (personal: [number, number][], control: [number, number][]) =>
    liftOf({
      goal: 'cta',
      control: 50,
      invited: [],
      came: [personal, control].flatMap((group, at) =>
        group.flatMap(([people, reached], company) =>
          [people - reached, reached].map((count, isReached) => ({
            control: at === 1,
            unit: `${at}-${company}`,
            came: '2026-11-20',
            reached: isReached ? '2026-11-20' : null,
            people: count,
          })),
        ),
      ),
    }).verdict
  const people = (reached: number, not: number): [number, number][] => [
    ...Array.from({ length: reached }, (): [number, number] => [1, 1]),
    ...Array.from({ length: not }, (): [number, number] => [1, 0]),
  ]

  test('waits for 10 who reached the goal and 10 who did not, in each group, if everybody is alone', () => {
    expect(verdictOf(people(9, 200), people(10, 10))).toBe('too-early')
    expect(verdictOf(people(200, 9), people(10, 10))).toBe('too-early')
    expect(verdictOf(people(10, 10), people(9, 10))).toBe('too-early')
    expect(verdictOf(people(10, 10), people(10, 10))).toBe('not-sure-yet')
  })

  test('is better or worse once the interval leaves out 0', () => {
    expect(verdictOf(people(300, 200), people(100, 400))).toBe('better')
    expect(verdictOf(people(100, 400), people(300, 200))).toBe('worse')
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

  test('is by the first 52 bits of a hash, as anybody can compute', () => {
    const [campaign, unit] = ['6b00893a1f2e4d5c6b7a8901', 'acme.com']
    const bits = BigInt(`0x${createHash('sha256').update(`${campaign}\n${unit}`).digest('hex')}`) >> 204n
    const share = Number(bits) / 2 ** 52
    expect(isInControl(campaign, unit, share * 100 + 0.01)).toBe(true)
    expect(isInControl(campaign, unit, share * 100 - 0.01)).toBe(false)
    expect(isInControl(campaign, unit, 0)).toBe(false)
  })
})
