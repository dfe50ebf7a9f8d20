import { isRoleAddress } from './names/mail-providers.ts'
import { readSeniority, type Seniority, seniorities, seniorityOf } from './names/seniority.ts'
import { titleScore, titleWords } from './names/titles.ts'

/** The criteria of a search for people, parsed. */
export interface Wanted {
  /** The canonical words of each title, best first. */
  titles: string[][]
  /** The canonical words of `role.title`. */
  title: string[] | undefined
  /** The role must contain one of these words. */
  department: readonly string[] | undefined
  /** The words themselves where the seniority is unknown. */
  seniority: Seniority | string[] | undefined
}

interface Candidate {
  name?: string | null | undefined
  email?: string | null | undefined
  role?: string | null | undefined
}

interface Role {
  title?: string | undefined
  department?: string | undefined
  seniority?: string | undefined
}

/** Parses the criteria. Blank texts are ignored. */
export function readWanted(titles: readonly string[] = [], role: Role = {}): Wanted {
  const given = (text: string | undefined) => text?.trim() || undefined
  const [title, department, seniority] = [given(role.title), given(role.department), given(role.seniority)]
  return {
    titles: titles.filter((each) => given(each)).map(titleWords),
    title: title === undefined ? undefined : titleWords(title),
    department: department === undefined ? undefined : departmentWords(department),
    seniority: seniority === undefined ? undefined : (readSeniority(seniority) ?? titleWords(seniority)),
  }
}

/**
 * The best of the candidates; undefined where nobody matches.
 *
 * Who matches: a person (somebody with a name, a role, or a mailbox that is not a function's) whose role has all words
 * of one of the titles, all words of `role.title`, a word of `role.department`, and `role.seniority`, as far as each is
 * asked for. Words are compared without case, accents, plurals and fillers, with abbreviations written out; a word
 * that makes another role of it (vice, deputy, assistant, former …) excludes, unless it is asked for.
 *
 * Who is best, each rule deciding where those before it do not: the earliest of the titles; the role with the fewest
 * words beyond the title, then beyond `role.title`; the highest seniority; somebody with a name; somebody with an
 * e-mail address; the first in the order given.
 */
export function bestOf<T extends Candidate>(candidates: readonly T[], wanted: Wanted): T | undefined {
  let best: { candidate: T; rank: number[] } | undefined
  for (const candidate of candidates) {
    const rank = rankOf(candidate, wanted)
    if (rank && (!best || isBefore(rank, best.rank))) best = { candidate, rank }
  }
  return best?.candidate
}

/** The rank as numbers that are compared in order; lower is better. Undefined for no match. */
function rankOf(candidate: Candidate, wanted: Wanted): number[] | undefined {
  const { name, email, role } = candidate
  if (!isPerson(candidate)) return undefined
  const words = titleWords(role ?? '')
  const scores = wanted.titles.map((title) => titleScore(title, words))
  const firstTitle = scores.findIndex((score) => score > 0)
  const roleScore = wanted.title ? titleScore(wanted.title, words) : 1
  const fits =
    (firstTitle >= 0 || wanted.titles.length === 0) && roleScore > 0 && isOfRole(role ?? '', words, wanted)
  if (!fits) return undefined
  const seniority = seniorities.indexOf(seniorityOf(role ?? ''))
  return [firstTitle, -(scores[firstTitle] ?? 0), -roleScore, seniority, name ? 0 : 1, email ? 0 : 1]
}

function isPerson({ name, email, role }: Candidate): boolean {
  return Boolean(name || role || (email && !isRoleAddress(email.slice(0, email.lastIndexOf('@')))))
}

function isOfRole(role: string, words: readonly string[], { department, seniority }: Wanted): boolean {
  const isOfDepartment = !department || department.some((word) => words.includes(word))
  if (!isOfDepartment || !seniority) return isOfDepartment
  if (Array.isArray(seniority)) return titleScore(seniority, words) > 0
  return words.length > 0 && seniorityOf(role) === seniority
}

function isBefore(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((value, index) => value !== other[index])
  return at >= 0 && (rank[at] ?? 0) < (other[at] ?? 0)
}

/** Words that show the department of a role, in the spelling of `titleWords`. */
const departments: Readonly<Record<string, string>> = {
  engineering: 'engineer technology software developer devops development architect programmer',
  'information technology': 'information technology system infrastructure network administrator',
  product: 'product',
  design: 'design designer experience creative art',
  data: 'data analytic analyst scientist',
  sales: 'sale revenue account commercial business',
  marketing: 'marketing brand growth demand content communication',
  finance: 'finance accounting accountant controller treasurer treasury tax',
  'human resources': 'human people talent recruiter recruiting recruitment',
  legal: 'legal counsel lawyer attorney compliance',
  operations: 'operation logistic supply',
  support: 'support customer service success',
  procurement: 'procurement purchasing buyer sourcing',
  security: 'security',
  research: 'research researcher science scientist',
  management: 'executive president founder owner managing chairman',
}

/**
 * The words of a department; a role belongs to it if it has one of them. An unknown department has only its own words.
 */
function departmentWords(department: string): readonly string[] {
  const words = titleWords(department).filter((word) => word !== 'department' && word !== 'team')
  const known = Object.keys(departments).find((name) => titleWords(name).join(' ') === words.join(' '))
  return known ? [...new Set([...titleWords(departments[known] ?? ''), ...words])] : words
}
