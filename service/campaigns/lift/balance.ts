/** The prior: Dirichlet(100·θ). Larger ones are slow to tell that a list of a few thousand was not drawn as wanted. */
const concentration = 100

/** Below it the groups were not drawn as they should be. */
const alarm = 0.001

/** Whether two groups have the sizes that the draw should give. */
export interface Balance {
  /** By a test that may be looked at any time. */
  p: number
  ok: boolean
}

/**
 * The sequential test of a sample ratio (Lindon, Malek: Anytime-valid inference for multinomial count data,
 * arXiv:2011.03567; as in optimizely/ssrm): the Bayes factor of "some other shares" to the wanted ones.
 *
 * @param counts companies in each group
 * @param shares the wanted share of each group; they add up to 1
 */
export function balanceOf(counts: readonly number[], shares: readonly number[]): Balance {
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
