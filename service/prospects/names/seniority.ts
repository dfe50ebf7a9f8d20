import { titleWords } from './titles.ts'

/** From the top. The people directory stores the index as the rank, so new ones are added at the end. */
export const seniorities = [
  'chief',
  'vice president',
  'director',
  'head',
  'manager',
  'senior',
  'staff',
] as const
export type Seniority = (typeof seniorities)[number]

/** The words that show the seniority of a role, from the top. */
const signs: readonly (readonly [Seniority, RegExp])[] = [
  ['vice president', /\bvice president\b/],
  [
    'chief',
    /\b(chief|founder|owner|coowner|president|managing director|chairman)\b|^partner$|\b(managing|founding|general) partner\b/,
  ],
  ['director', /\bdirector\b/],
  ['head', /\bhead\b/],
  ['manager', /\b(manager|lead|supervisor)\b/],
  ['senior', /\b(senior|principal)\b/],
]

/** The seniority of a role. Of several signs the first one counts, but the assistant of a manager is not a manager. */
export function seniorityOf(role: string): Seniority {
  const words = titleWords(role).join(' ')
  if (
    /\b(assistant|intern|trainee|secretary|product owner)\b/.test(words) &&
    !/\bassistant vice president\b/.test(words)
  )
    return 'staff'
  return signs.find(([, sign]) => sign.test(words))?.[0] ?? 'staff'
}

/** Other words of clients and vendors for the same. */
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
  return seniorities.find(
    (seniority) =>
      seniority === asked ||
      calledAlso[seniority].split(', ').includes(asked) ||
      seniority === titleWords(asked).join(' '),
  )
}

/** People Data Labs' `job_title_levels`. */
export function seniorityQuery(text: string): string[] {
  const levels: Readonly<Record<Seniority, string[]>> = {
    chief: ['cxo', 'owner', 'partner'],
    'vice president': ['vp'],
    director: ['director'],
    head: ['director', 'manager'],
    manager: ['manager'],
    senior: ['senior'],
    staff: ['entry', 'training', 'unpaid'],
  }
  const seniority = readSeniority(text)
  return seniority ? levels[seniority] : [text.trim().toLowerCase()]
}
