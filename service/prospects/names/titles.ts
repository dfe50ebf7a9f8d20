/** Abbreviations. Ambiguous ones (`CSO`, `PM`) stay as they are. */
const abbreviations = tableOf(`
  ceo = chief executive officer, cfo = chief financial officer, cto = chief technology officer,
  coo = chief operating officer, cmo = chief marketing officer, cio = chief information officer,
  ciso = chief information security officer, cpo = chief product officer, cro = chief revenue officer,
  cco = chief commercial officer, cdo = chief data officer, chro = chief human resources officer,
  vp = vice president, svp = senior vice president, evp = executive vice president,
  avp = assistant vice president, rvp = regional vice president, pres = president, dir = director,
  md = managing director, gm = general manager, mgr = manager, mngr = manager, exec = executive, sr = senior,
  snr = senior, jr = junior, asst = assistant, assoc = associate, dept = department, intl = international,
  hr = human resources, it = information technology, pr = public relations, qa = quality assurance,
  ux = user experience, ui = user interface, bd = business development, biz = business,
  swe = software engineer, eng = engineer, engr = engineer, engg = engineer, ops = operations,
  mktg = marketing, mkt = marketing, mktng = marketing, acct = account, admin = administrator,
  tech = technology, fin = finance, comms = communications, rd = research development`)

/** Forms of one word that mean the same in titles. */
const sameWord = tableOf(`
  engineering = engineer, technical = technology, technological = technology, technologie = technology,
  financial = finance, operational = operation, operating = operation, cofounder = founder,
  chairwoman = chairman, chairperson = chairman, vicepresident = vice president, leader = lead,
  developer = develop, development = develop, dev = develop, devs = develop, marketer = marketing`)

const fillers = new Set('of the and for in at to a an de la von und der die das et'.split(' '))

function tableOf(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(',').map((line) => line.trim().split(' = ') as [string, string]))
}

/** The canonical words of a title: `Sr. VP, R&D Ops` is senior, vice, president, research, develop, operation. */
export function titleWords(title: string): string[] {
  return spelledOut(title)
    .map((word) => sameWord.get(word) ?? sameWord.get(singular(word)) ?? singular(word))
    .flatMap((word) => word.split(' '))
    .filter((word) => !fillers.has(word))
}

/** The spellings of a title that a vendor may use: as typed, and with abbreviations written out. */
export function expandTitle(title: string): string[] {
  return [...new Set([title.trim().toLowerCase(), spelledOut(title).join(' ')])].filter(Boolean)
}

function spelledOut(title: string): string[] {
  const plain = title
    .slice(0, 300)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\br\s*&\s*d\b/g, 'rd')
    .replace(/\bco-(?=founder|owner|chair)/g, 'co')
    // Dots between single letters: V.P., C.T.O.
    .replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
  const words = plain.match(/[\p{L}\p{N}+#]+/gu) ?? []
  return words.flatMap((word) => (abbreviations.get(word) ?? word).split(' '))
}

function singular(word: string): string {
  return word.length > 3 && /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

/** Words that make another role of a title: a vice president is not the president. */
const otherRole = new Set('vice assistant deputy former ex retired intern aspiring'.split(' '))
const lesserRole = new Set('associate junior acting interim trainee'.split(' '))

/** How well a role fits a title: 1 for the same words, less for more, 0 for another role (`Assistant to the CEO`). */
export function titleScore(title: readonly string[], role: readonly string[]): number {
  const wanted = new Set(title)
  const given = new Set(role)
  if (wanted.size === 0 || ![...wanted].every((word) => given.has(word))) return 0
  const more = [...given].filter((word) => !wanted.has(word))
  if (more.some((word) => otherRole.has(word))) return 0
  const closeness = wanted.size / given.size
  return more.some((word) => lesserRole.has(word)) ? closeness / 2 : closeness
}

/** From the top. The people directory stores the index as the rank, so new ones are added at the end. */
const levels = ['chief', 'vice president', 'director', 'head', 'manager', 'senior', 'staff'] as const
export const seniorities: readonly Seniority[] = levels
export type Seniority = (typeof levels)[number]

const chief =
  /\b(chief|founder|owner|coowner|president|managing director|chairman)\b|^partner$|\b(managing|founding|general) partner\b/
const signs: readonly (readonly [Seniority, RegExp])[] = [
  ['staff', /\b(intern|trainee|secretary|product owner|assistant(?! vice president))\b/],
  ['vice president', /\bvice president\b/],
  ['chief', chief],
  ['director', /\bdirector\b/],
  ['head', /\bhead\b/],
  ['manager', /\b(manager|lead|supervisor)\b/],
  ['senior', /\b(senior|principal)\b/],
]

/** The seniority of a role. The assistant of a manager is not a manager. */
export function seniorityOf(role: string): Seniority {
  const words = titleWords(role).join(' ')
  return signs.find(([, sign]) => sign.test(words))?.[0] ?? 'staff'
}

const calledAlso: Readonly<Record<Seniority, string>> = {
  chief: 'c, c level, c suite, csuite, clevel, cxo, executive, founder, owner, partner',
  'vice president': 'vp, svp, evp, v.p.',
  director: '',
  head: '',
  manager: 'lead, mid manager',
  senior: 'principal, senior individual contributor',
  staff: 'entry, entry level, junior, intern, training, unpaid, individual contributor, employee, associate',
}

/** The seniority that a search asks for; undefined where the word is unknown. */
export function readSeniority(text: string): Seniority | undefined {
  const asked = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
  const words = titleWords(asked).join(' ')
  const isCalled = (each: Seniority) => calledAlso[each].split(', ').includes(asked)
  return seniorities.find((each) => each === asked || each === words || isCalled(each))
}
