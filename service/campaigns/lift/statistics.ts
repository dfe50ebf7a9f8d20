/**
 * Intervals that may be looked at any time: asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas:
 * Time-uniform central limit theory and asymptotic confidence sequences, arXiv:2103.06476), as GrowthBook and PostHog use
 * them. Pure functions; rates are between 0 and 1.
 */

/** Alpha: how often a sequence may leave the truth out at any time, if it is looked at for ever. */
const alpha = 0.05

/** Its complement. */
export const level = 1 - alpha

/** The number of people at which the interval is tightest, chosen beforehand. */
export const horizon = 1000

/** ρ²: the choice of equation 155 of arXiv:2103.06476 for a horizon. */
const rhoSquared = (people: number) => (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / people

/** A group, summed over its companies: of the people who were invited, who reached the goal. */
export interface GroupSums {
  /** n: people who were invited. */
  people: number
  /** k: of them, who reached the goal. */
  reached: number
  /** The sums over companies of n², of k·n and of k². */
  peopleSquared: number
  cross: number
  reachedSquared: number
}

type Interval = { low: number; high: number }
type Estimate = Interval & { estimate: number }

/** How far the interval reaches to each side: equation 9 of arXiv:2103.06476, with r = n·ρ². */
function halfWidth(standardError: number, people: number, tightest = horizon): number {
  const r = people * rhoSquared(tightest)
  return standardError * Math.sqrt((1 + 1 / r) * (2 * Math.log(1 / alpha) + Math.log(1 + r)))
}

/** The p-value that may be looked at any time: the inverse of the e-value of equation 161; 1 where nothing varies. */
function pValue(difference: number, standardError: number, people: number, tightest = horizon): number {
  if (standardError === 0) return 1
  const r = people * rhoSquared(tightest)
  const z = difference / standardError
  return Math.min(1, Math.sqrt(1 + r) * Math.exp(((-z * z) / 2) * (r / (1 + r))))
}

/**
 * The variance of a group's rate p = k/n, by companies, because people of one company are no independent witnesses:
 * Σ(k_c − p·n_c)² / n², the variance of a ratio estimator with companies as clusters (Deng, Knoblich, Lu: Applying the
 * delta method in metric analytics, arXiv:1803.06336). It is p(1−p)/n where every company has one person. As Σ(n·k_c −
 * k·n_c)² / n⁴, which are whole numbers: if nothing varies it has to be 0, and with a rounded p the p-value would be, too.
 */
export function varianceByCompany(sums: GroupSums): number {
  const { people, reached, peopleSquared, cross, reachedSquared } = sums
  const sum = people ** 2 * reachedSquared - 2 * people * reached * cross + reached ** 2 * peopleSquared
  return Math.max(0, sum) / people ** 4
}

/** A group's rate; its bounds stay within 0 and 1. Undefined of a group without people. */
export function rateOf(sums: GroupSums): (Interval & { rate: number }) | undefined {
  if (sums.people === 0) return undefined
  const rate = sums.reached / sums.people
  const half = halfWidth(Math.sqrt(varianceByCompany(sums)), sums.people)
  return { rate, low: Math.max(0, rate - half), high: Math.min(1, rate + half) }
}

/** The comparison of two groups. What rests on a group without people, and a lift over a rate of 0, is left out. */
export interface Comparison {
  difference?: Estimate
  lift?: Estimate
  p?: number
}

/**
 * The difference of two rates, p₁ − p₀, and the lift, (p₁ − p₀) / p₀, whose variance is by the delta method:
 * V₁/p₀² + V₀·p₁²/p₀⁴.
 */
export function compare(personal: GroupSums, control: GroupSums, tightest = horizon): Comparison {
  if (personal.people === 0 || control.people === 0) return {}
  const [p1, p0] = [personal.reached / personal.people, control.reached / control.people]
  const [v1, v0] = [varianceByCompany(personal), varianceByCompany(control)]
  const people = personal.people + control.people
  const standardError = Math.sqrt(v1 + v0)
  const difference = around(p1 - p0, halfWidth(standardError, people, tightest))
  const p = pValue(p1 - p0, standardError, people, tightest)
  if (p0 === 0) return { difference, p }
  const liftError = Math.sqrt(v1 / p0 ** 2 + (v0 * p1 ** 2) / p0 ** 4)
  return { difference, lift: around((p1 - p0) / p0, halfWidth(liftError, people, tightest)), p }
}

function around(estimate: number, half: number): Estimate {
  return { estimate, low: estimate - half, high: estimate + half }
}

/** The prior: Dirichlet(100·θ). Larger ones are slow to tell that a list of a few thousand was not drawn as wanted. */
const concentration = 100

/** Below it the groups were not drawn as they should be. */
const alarm = 0.001

/**
 * Whether groups have the sizes that the draw should give: the sequential test of a sample ratio (Lindon, Malek: Anytime-valid inference for multinomial count data,
 * arXiv:2011.03567; as in optimizely/ssrm): the Bayes factor of "some other shares" to the wanted ones.
 *
 * @param counts companies in each group
 * @param shares the wanted share of each group; they add up to 1
 */
export function balanceOf(counts: readonly number[], shares: readonly number[]) {
  const prior = shares.map((share) => concentration * share)
  const p = Math.min(1, Math.exp(-logBayesFactor(counts, shares, prior)))
  return { p, ok: p >= alarm }
}

/**
 * ln Γ(K) − ln Γ(K+n) + Σ[ln Γ(αᵢ+nᵢ) − ln Γ(αᵢ)] − Σ nᵢ ln θᵢ, with K = Σ αᵢ.
 *
 * @param prior the parameters αᵢ of a Dirichlet distribution
 */
export function logBayesFactor(
  counts: readonly number[],
  shares: readonly number[],
  prior: readonly number[],
): number {
  const groups = counts.map((count, group) => {
    const [share = 0, alpha = 0] = [shares[group], prior[group]]
    return logGamma(alpha + count) - logGamma(alpha) - (count === 0 ? 0 : count * Math.log(share))
  })
  return logGamma(sum(prior)) - logGamma(sum(prior) + sum(counts)) + sum(groups)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The coefficients of Lanczos' approximation with g = 7, n = 9 (Godfrey 2001): 15 digits. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** The logarithm of the gamma function, for x > 0. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const [first = 0, ...others] = lanczos
  const series = others.reduce((total, coefficient, at) => total + coefficient / (x + at), first)
  const t = x + 6.5
  return Math.log(Math.sqrt(2 * Math.PI)) + (x - 0.5) * Math.log(t) - t + Math.log(series)
}
