import { isRoleAddress } from './names/mail.ts'
import {
  readSeniority,
  type Seniority,
  seniorities,
  seniorityOf,
  titleScore,
  titleWords,
} from './names/titles.ts'

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

type Candidate = Partial<Record<'name' | 'email' | 'role', string | null | undefined>>
export type WantedRole = Partial<Record<'title' | 'department' | 'seniority', string | undefined>>

/** Parses the criteria. Blank texts are ignored. */
export function readWanted(titles: readonly string[] = [], role: WantedRole = {}): Wanted {
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
 * asked for. Who is best, each rule deciding where those before it do not: the earliest of the titles; the role with the
 * fewest words beyond the title, then beyond `role.title`; the highest seniority; a name; an address; the first one.
 */
export function bestOf<T extends Candidate>(candidates: readonly T[], wanted: Wanted): T | undefined {
  const ranked = candidates.flatMap((candidate) => {
    const rank = rankOf(candidate, wanted)
    return rank ? [{ candidate, rank }] : []
  })
  return ranked.sort((one, other) => compare(one.rank, other.rank))[0]?.candidate
}

/** The rank as numbers that are compared in order; lower is better. Undefined for no match. */
function rankOf({ name, email, role }: Candidate, wanted: Wanted): number[] | undefined {
  const isMailbox = email && !isRoleAddress(email.slice(0, email.lastIndexOf('@')))
  if (!name && !role && !isMailbox) return undefined
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

function isOfRole(role: string, words: readonly string[], { department, seniority }: Wanted): boolean {
  const isOfDepartment = !department || department.some((word) => words.includes(word))
  if (!isOfDepartment || !seniority) return isOfDepartment
  if (Array.isArray(seniority)) return titleScore(seniority, words) > 0
  return words.length > 0 && seniorityOf(role) === seniority
}

function compare(rank: readonly number[], other: readonly number[]): number {
  const at = rank.findIndex((value, index) => value !== other[index])
  return (rank[at] ?? 0) - (other[at] ?? 0)
}

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

/** A role belongs to a department if it has one of these words. An unknown department has only its own words. */
function departmentWords(department: string): readonly string[] {
  const words = titleWords(department).filter((word) => word !== 'department' && word !== 'team')
  const known = Object.keys(departments).find((name) => titleWords(name).join(' ') === words.join(' '))
  return known ? [...new Set([...titleWords(departments[known] ?? ''), ...words])] : words
}
