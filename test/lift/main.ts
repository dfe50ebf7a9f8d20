import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isEnough, type Verdict, type Witnesses } from '../../service/campaigns/lift/lift.ts'
import { compare, type GroupSums } from '../../service/campaigns/lift/statistics.ts'

/**
 * What the rule of docs/lift.md does in simulated campaigns, looked at after every visitor: how often it cries wolf without
 * an effect, and how often it finds one; then, where that is hardest, what rules that ask for less do. Prints both tables,
 * and with `--write` puts them into docs/lift.md. Exit code 1 if the rule does not hold 5 %.
 *
 *   node test/lift/main.ts [--campaigns 2000] [--simulations 50] [--seed 20261124] [--write]
 */
const { values } = parseArgs({
  options: {
    campaigns: { type: 'string', default: '2000' },
    // Of so many campaigns each, for the comparison of rules.
    simulations: { type: 'string', default: '50' },
    seed: { type: 'string', default: '20261124' },
    write: { type: 'boolean', default: false },
  },
})
const campaigns = Number(values.campaigns)
const mostFalseAlarms = 0.05

/** A simulated campaign. */
interface Setting {
  /** The rate of the control group. */
  base: number
  /** How many points the personal pages add. */
  effect: number
  /** Share of companies in the control group. */
  control: number
  /** People who come. */
  visitors: number
  /** How many people of each company come; companies differ in their rate if there are several. */
  sizes: readonly number[]
  name: string
}

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

const emptyGroup = (): Group => ({
  sums: { came: 0, reached: 0, cameSquared: 0, cross: 0, reachedSquared: 0 },
  companies: 0,
  withGoal: 0,
  without: 0,
})

/** A group as it grows. */
interface Group extends Witnesses {
  sums: GroupSums
}

/** Whether a group is large enough for a verdict. */
type Rule = (group: Group) => boolean

/** Runs one campaign, person after person; returns for each rule the first verdict of better or worse, if there was one. */
function run(
  { base, effect, control, visitors, sizes }: Setting,
  random: () => number,
  rules: readonly Rule[],
): (Verdict | undefined)[] {
  const verdicts: (Verdict | undefined)[] = rules.map(() => undefined)
  const groups = [emptyGroup(), emptyGroup()] as const
  let came = 0
  while (came < visitors && verdicts.includes(undefined)) {
    const size = sizes[Math.floor(random() * sizes.length)] as number
    const isControl = random() < control
    const group = groups[isControl ? 1 : 0]
    const { sums } = group
    const rate = Math.min(1, Math.max(0, base + (isControl ? 0 : effect)))
    // Colleagues do alike: half of a company's people do what the first one does.
    const first = random() < rate
    let [n, k] = [0, 0]
    for (let person = 0; person < size && came < visitors && verdicts.includes(undefined); person++) {
      const hasReached = size > 1 && random() < 0.5 ? first : random() < rate
      const [n1, k1] = [n + 1, k + (hasReached ? 1 : 0)]
      sums.came += 1
      sums.reached += k1 - k
      sums.cameSquared += n1 * n1 - n * n
      sums.cross += n1 * k1 - n * k
      sums.reachedSquared += k1 * k1 - k * k
      if (n === 0) group.companies += 1
      if (hasReached && k === 0) group.withGoal += 1
      if (!hasReached && n === k) group.without += 1
      ;[n, k] = [n1, k1]
      came += 1
      if (!rules.some((rule, at) => !verdicts[at] && groups.every(rule))) continue
      const { difference } = compare(groups[0].sums, groups[1].sums)
      if (!difference || (difference.low <= 0 && difference.high >= 0)) continue
      for (const [at, rule] of rules.entries())
        if (groups.every(rule)) verdicts[at] ??= difference.low > 0 ? 'better' : 'worse'
    }
  }
  return verdicts
}

const alone = [1]
const several = [1, 2, 3, 4, 5, 6, 7, 8]
const percent = (share: number) => `${Math.round(share * 100)} %`

const without: Setting[] = [0.02, 0.1, 0.4].flatMap((base) =>
  [0.1, 0.5].flatMap((control) =>
    [alone, several].map((sizes) => ({
      name: `${percent(base)} reach the goal, ${percent(control)} control, ${sizes === alone ? 'one person' : '1 to 8 people'} a company`,
      base,
      control,
      sizes,
      effect: 0,
      visitors: 2000,
    })),
  ),
)

const unusual: Setting[] = [
  {
    name: '10 % reach the goal, 10 % control, one company of 200',
    base: 0.1,
    control: 0.1,
    sizes: [...Array.from({ length: 400 }, () => 1), 200],
    effect: 0,
    visitors: 2000,
  },
]

const withEffect: Setting[] = [0.02, 0.05, 0.1].flatMap((effect) =>
  [200, 1000, 5000].map((visitors) => ({
    name: `${Math.round(effect * 100)} points more, ${visitors.toLocaleString('en')} visitors`,
    base: 0.1,
    control: 0.5,
    sizes: alone,
    effect,
    visitors,
  })),
)

const random = randomOf(Number(values.seed))

function shareOf(setting: Setting, times: number) {
  const verdicts = Array.from({ length: times }, () => run(setting, random, [isEnough])[0])
  const found = verdicts.filter((verdict) => verdict !== undefined)
  const right = found.filter((verdict) => verdict === 'better').length
  return { any: found.length / times, right: right / times }
}

const rows: string[] = []
let isHeld = true
for (const setting of [...without, ...unusual]) {
  const { any } = shareOf(setting, campaigns)
  // Of fewer campaigns than in full, what chance allows beside 5 %: three standard errors.
  const chance = 3 * Math.sqrt((mostFalseAlarms * (1 - mostFalseAlarms)) / campaigns)
  const most = mostFalseAlarms + (campaigns < 2000 ? chance : 0)
  if (any > most) isHeld = false
  rows.push(`| no effect; ${setting.name} | ${(any * 100).toFixed(1)} % |`)
  console.log(rows.at(-1))
}
for (const setting of withEffect) {
  const { right } = shareOf(setting, Math.ceil(campaigns / 10))
  rows.push(`| ${setting.name}; 10 % reach the goal, 50 % control | ${(right * 100).toFixed(0)} % |`)
  console.log(rows.at(-1))
}
console.log(`${campaigns} campaigns each, seed ${values.seed}`)

const hardest: Setting = { name: '', base: 0.4, control: 0.1, sizes: several, effect: 0, visitors: 2000 }
const ofCompanies =
  (companies: number): Rule =>
  (group) =>
    group.companies >= companies && group.withGoal >= 10 && group.without >= 10
const rules: { name: string; isEnough: Rule }[] = [
  {
    name: '10 people who reached the goal, 10 who came and did not',
    isEnough: ({ sums: { came, reached } }) => reached >= 10 && came - reached >= 10,
  },
  { name: 'somebody of 10 companies, and of 10', isEnough: ofCompanies(10) },
  ...[14, 15, 16, 18, 19].map((companies) => ({
    name: `the same, and ${companies} companies in all`,
    isEnough: ofCompanies(companies),
  })),
  { name: 'the same, and 20 companies in all: the rule', isEnough },
]

/** For each rule, the share of campaigns with a false alarm in each of several simulations. */
const alarms = rules.map(() => [] as number[])
for (let simulation = 0; simulation < Number(values.simulations); simulation++) {
  const found = rules.map(() => 0)
  for (let at = 0; at < campaigns; at++)
    for (const [rule, verdict] of run(
      hardest,
      random,
      rules.map((each) => each.isEnough),
    ).entries())
      if (verdict) found[rule] = (found[rule] as number) + 1
  for (const [rule, count] of found.entries()) alarms[rule]?.push(count / campaigns)
}
const ruleRows = rules.map(({ name }, rule) => {
  const shares = alarms[rule] as number[]
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  const above = shares.filter((share) => share > mostFalseAlarms).length
  return `| ${name} | ${(mean * 100).toFixed(1)} % | ${above} |`
})
console.log(ruleRows.join('\n'))
console.log(`${values.simulations} simulations of ${campaigns} campaigns`)

if (values.write) {
  const head = ['| campaign | verdict “better” or “worse” at any time |', '|---|---|']
  write('simulated', [...head, ...rows])
  const above = `of ${values.simulations} simulations of ${campaigns.toLocaleString('en')} campaigns, above 5 %`
  write('rules', [`| each group has to have | false alarms | ${above} |`, '|---|---|---|', ...ruleRows])
}
if (!isHeld) {
  console.error('More false alarms than 5 %.')
  process.exitCode = 1
}

/** Writes a table between its marks in the document. */
function write(mark: string, lines: string[]): void {
  const file = 'docs/lift.md'
  const text = readFileSync(file, 'utf8')
  const [before = '', rest = ''] = text.split(`<!-- ${mark} -->`)
  const [, after = ''] = rest.split(`<!-- /${mark} -->`)
  writeFileSync(file, `${before}<!-- ${mark} -->\n${lines.join('\n')}\n<!-- /${mark} -->${after}`)
}
