import { findEmail } from '../../base/words/addresses.ts'
import { addressIn } from '../../prospects/lists/cells.ts'
import { type CampaignPerson, type MendedFields, mendedFields } from '../campaign.ts'
import type { CampaignColumn } from '../sql.ts'

const longestMeant = 500
const mostSuggested = 3

/** Which field of a line that cannot be used is wrong, and what may be meant there. */
export function whatIsWrong(
  problem: string | null,
  said: MendedFields,
  columns: readonly CampaignColumn[],
  domains: readonly string[],
): Pick<CampaignPerson, 'wrong' | 'suggestions'> {
  const { email = '', name, domain } = said
  const titled = columns.find(({ title }) => problem?.startsWith(`${title}: `))?.meaning
  const wrong = mendedFields.find((field) => field === titled || said[field]?.includes('\uFFFD'))
  if (wrong === 'email') return { wrong, ...suggest(email.slice(0, longestMeant), domains) }
  if (wrong || findEmail(addressIn(email))) return wrong ? { wrong } : {}
  const isByAddress = columns.some(({ meaning }) => meaning === 'email') || (name && domain)
  return { wrong: isByAddress ? 'email' : name ? 'domain' : 'name' }
}

/** The addresses in a cell; else the one that it says without a slip; else one with a domain that other people have. */
function suggest(cell: string, domains: readonly string[]): Pick<CampaignPerson, 'suggestions'> {
  const text = slips.reduce(
    (before, [slip, meant]) => before.replace(slip, meant),
    addressIn(cell).normalize('NFKC'),
  )
  const guesses = [
    cell.split(/[\s;,|/]+/).map(addressIn),
    [text],
    domains.map((each) => onDomain(text, each)),
  ]
  const sound = guesses.map((each) => [...new Set(each)].filter(findEmail))
  const suggestions = sound.find((each) => each.length > 0)?.slice(0, mostSuggested)
  return suggestions ? { suggestions } : {}
}

const slips: [slip: RegExp, meant: string][] = [
  [/\s+/g, ' '],
  [/ ?[[({] ?at ?[\])}] ?| at /gi, '@'],
  [/ ?[[({] ?dot ?[\])}] ?| dot /gi, '.'],
  [/ /g, ''],
  [/[,;]/g, '.'],
  [/\.*@[.@]*/g, '@'],
  [/\.{2,}/g, '.'],
]

/** `gina@nordkauf` or `gina.nordkauf.example` as `gina@nordkauf.example`; empty if the domain does not fit. */
function onDomain(text: string, domain: string): string {
  const [local = '', host] = text.split('@')
  if (host !== undefined) return domain.startsWith(`${host || '@'}.`) ? `${local}@${domain}` : ''
  return text.endsWith(domain) ? `${text.slice(0, -domain.length).replace(/[._#-]$/, '')}@${domain}` : ''
}
