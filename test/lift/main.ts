import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isEnough } from '../../service/campaigns/lift/lift.ts'
import { compare, type GroupSums } from '../../service/campaigns/lift/statistics.ts'

/**
 * What the rule of docs/lift.md does in simulated campaigns: a list is invited, goals come in over 60 days, and somebody looks
 * each day. How often it cries wolf without an effect, beside comparisons of those who came; what rules that ask for less do;
 * how often it finds an effect. Prints the tables; with `--write` puts them into docs/lift.md. Exit code 1 if the rule does not
 * hold 5 %.
 *
 *   node test/lift/main.ts [--campaigns 2000] [--seed 20261129] [--write]
 */
const { values } = parseArgs({
  options: {
    campaigns: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '20261129' },
    write: { type: 'boolean', default: false },
  },
})
const campaigns = Number(values.campaigns)
const random = randomOf(Number(values.seed))
/** Of fewer campaigns than in full, what chance allows beside 5 %: three standard errors. */
const mostFalseAlarms = 0.05 + (campaigns < 2000 ? 3 * Math.sqrt((0.05 * 0.95) / campaigns) : 0)
const days = 60

/** A simulated campaign. */
interface Setting {
  /** Of those invited, who reaches the goal in the control group. */
  base: number
  /** How many points the personal pages add. */
  effect?: number
  /** Share of companies in the control group. */
  control: number
  /** People who are invited. */
  people: number
  /** How many people a company may have. */
  sizes: readonly number[]
  /** Whether colleagues who do alike do so on one day. Default: each on their own. */
  isTogether?: boolean
  /** Worlds in which those who came are compared as well: see `worlds`. Default: none. */
  held?: typeof worlds
}

/** Of those who do not reach the goal, who opens the link. */
const openShare = 0.4

/** How many of these visitors a personal page holds until they count as come, and the page as it is. */
const worlds: [personal: number, control: number][] = [
  [0.8, 0.8],
  [0.8, 0.65],
  [0.65, 0.8],
]

/** mulberry32: small, seeded, and good enough to draw visitors. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** People of a group, summed up as they are added: those invited, or those who came. */
interface Crowd {
  sums: GroupSums
  companies: number
}

const createGroups = (): [Crowd, Crowd] => [createCrowd(), createCrowd()]
const createCrowd = (): Crowd => ({
  sums: { people: 0, reached: 0, peopleSquared: 0, cross: 0, reachedSquared: 0 },
  companies: 0,
})

/** How many of a company are in a crowd, and who of them reached the goal. */
interface Part {
  n: number
  k: number
}

/** Adds people of a company to a crowd, or who of them reached the goal. */
function add(crowd: Crowd, part: Part, people: number, reached: number): void {
  const { sums } = crowd
  if (part.n === 0) crowd.companies++
  const [n, k] = [part.n + people, part.k + reached]
  sums.people += people
  sums.reached += reached
  sums.peopleSquared += n * n - part.n * part.n
  sums.cross += n * k - part.n * part.k
  sums.reachedSquared += k * k - part.k * part.k
  Object.assign(part, { n, k })
}

/** Somebody of a company comes. */
interface Visit {
  company: { group: 0 | 1; invited: Part; came: Part[] }
  reached: 0 | 1
  /** The page holds them if its share is above this. */
  patience: number
}

/** Most come early: half of them within the first quarter. */
const drawDay = () => Math.floor(random() ** 2 * days)

/** Invites a list: who comes, by day. Colleagues do alike: half of a company's people do what the first one does. */
function invite(setting: Setting, invited: [Crowd, Crowd]): Visit[][] {
  const { base, effect = 0, control, people, sizes, isTogether = false, held = [] } = setting
  const byDay: Visit[][] = Array.from({ length: days }, () => [])
  for (let left = people; left > 0; ) {
    const size = Math.min(left, sizes[Math.floor(random() * sizes.length)] as number)
    const group = random() < control ? (1 as const) : (0 as const)
    const company = { group, invited: { n: 0, k: 0 }, came: held.map(() => ({ n: 0, k: 0 })) }
    add(invited[group], company.invited, size, 0)
    left -= size
    const rate = base + (group === 0 ? effect : 0)
    const draw = () => ({ day: drawDay(), reached: random() < rate ? (1 as const) : (0 as const) })
    const first = draw()
    for (let person = 0; person < size; person++) {
      const own = draw()
      const isAlike = person === 0 || random() < 0.5
      const { reached } = isAlike ? first : own
      const { day } = person === 0 || (isAlike && isTogether) ? first : own
      if (reached || random() < openShare)
        byDay[day]?.push({ company, reached, patience: reached ? 0 : random() })
    }
  }
  return byDay
}

/** Whether a group is large enough for a verdict. */
type Rule = (group: { companies: number; reached: number }) => boolean

/** Whether there is a verdict by a rule. */
function isTold(groups: [Crowd, Crowd], rule: Rule): boolean {
  if (!groups.every(({ companies, sums: { reached } }) => rule({ companies, reached }))) return false
  const { difference } = compare(groups[0].sums, groups[1].sums)
  return difference !== undefined && (difference.low > 0 || difference.high < 0)
}

/** Runs a campaign: whether there was a verdict at any look, for each rule; then for those who came, in each world. */
function run(setting: Setting, rules: readonly Rule[]): boolean[] {
  const invited = createGroups()
  const came = (setting.held ?? []).map((shares) => ({ shares, groups: createGroups() }))
  const told = [...rules, ...came].map(() => false)
  for (const visits of invite(setting, invited)) {
    for (const { company, reached, patience } of visits) {
      add(invited[company.group], company.invited, 0, reached)
      for (const [world, { shares, groups }] of came.entries())
        if (patience < shares[company.group])
          add(groups[company.group], company.came[world] as Part, 1, reached)
    }
    for (const [at, rule] of rules.entries()) told[at] ||= isTold(invited, rule)
    for (const [at, { groups }] of came.entries()) told[rules.length + at] ||= isTold(groups, isEnough)
  }
  return told
}

/** In how many of the simulated campaigns there was a verdict. */
function sharesOf(setting: Setting, rules: readonly Rule[], times = campaigns): number[] {
  const runs = Array.from({ length: times }, () => run(setting, rules))
  return [...rules, ...(setting.held ?? [])].map((_, at) => runs.filter((told) => told[at]).length / times)
}

const [alone, several] = [[1], [1, 2, 3, 4, 5, 6, 7, 8]]
const percent = (share: number, places = 0) => `${(share * 100).toFixed(places)} %`
const tables = { simulated: [] as string[], rules: [] as string[], effects: [] as string[] }

/** Adds a row to a table, below its head, and prints it. */
function put(table: keyof typeof tables, ...cells: string[]): void {
  const row = `| ${cells.join(' | ')} |`
  console.log(row)
  tables[table].push(row)
  if (tables[table].length === 1) tables[table].push(`|${cells.map(() => '---|').join('')}`)
}

/** Lists with as many goals each, and few enough of them in the control group: there the rule errs most. */
const lists = [
  { base: 0.02, people: 20_000 },
  { base: 0.1, people: 5000 },
  { base: 0.4, people: 2000 },
]
const holding = worlds.map((shares) => shares.map((share) => percent(share)).join(', '))
put('simulated', 'no effect', 'of those invited', ...holding)
for (const { base, people } of lists)
  for (const control of [0.1, 0.5])
    for (const sizes of [alone, several]) {
      const shares = sharesOf({ base, people, control, sizes, held: worlds }, [isEnough])
      const name = `${percent(base)} of ${people.toLocaleString('en')} reach the goal, ${percent(control)} control, ${sizes === alone ? 'one person' : '1 to 8 people'} a company`
      put('simulated', name, ...shares.map((share) => percent(share, 1)))
      if ((shares[0] ?? 1) > mostFalseAlarms) process.exitCode = 1
    }

const hardest = [false, true].flatMap((isTogether) =>
  lists.slice(1).map((list) => ({ ...list, control: 0.1, sizes: several, isTogether })),
)
const fewest = [10, 12, 14, 16]
const ruleOf =
  (least: number): Rule =>
  (group) =>
    group.companies >= 20 && group.reached >= least
const found = hardest.map((setting) => sharesOf(setting, fewest.map(ruleOf), 5 * campaigns))
const when = (isTogether: boolean) => (isTogether ? 'on one day' : 'own days')
put('rules', 'people who reached it', ...hardest.map((of) => `${percent(of.base)}, ${when(of.isTogether)}`))
for (const [at, least] of fewest.entries())
  put('rules', `${least}`, ...found.map((shares) => percent(shares[at] as number, 1)))

const sizesOfLists = [500, 1000, 5000, 20_000]
put('effects', '10 % reach the goal, and more', ...sizesOfLists.map((people) => people.toLocaleString('en')))
for (const effect of [0.02, 0.05, 0.1])
  for (const control of [0.1, 0.5]) {
    const shareOf = (people: number) =>
      sharesOf({ base: 0.1, effect, people, control, sizes: alone }, [isEnough], campaigns / 10)[0] ?? 0
    const name = `${Math.round(effect * 100)} points, ${percent(control)} control`
    put('effects', name, ...sizesOfLists.map((people) => percent(shareOf(people))))
  }
console.log(`${campaigns} campaigns each, seed ${values.seed}`)
if (process.exitCode) console.error('More false alarms than 5 %.')

if (values.write) {
  const file = 'docs/lift.md'
  let text = readFileSync(file, 'utf8')
  for (const [name, rows] of Object.entries(tables)) {
    const [before = '', rest = ''] = text.split(`<!-- ${name} -->`)
    const [, after = ''] = rest.split(`<!-- /${name} -->`)
    text = `${before}<!-- ${name} -->\n${rows.join('\n')}\n<!-- /${name} -->${after}`
  }
  writeFileSync(file, text)
}
