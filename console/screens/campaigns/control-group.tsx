import type { ListReading } from '../../api/lists.ts'
import { count, formatNumber } from '../../parts/format.ts'

type Groups = Pick<ListReading, 'groups' | 'canTell' | 'canTellFrom' | 'controlPeople'>

/** What a control group of a list would be, before the campaign is created. */
export function plannedWords(reading: ListReading, control: number): string {
  const { groups, canTell } = reading
  if (control > 0 || !groups) return groupsWords(reading)
  const companies = count(groups.personal.companies + groups.control.companies, 'company', 'companies')
  return `No control group${canTell ? '' : `: with ${companies} nobody could tell what the personal pages won`}.`
}

/** What the links of an open campaign show, such as `50 links show their pages, 11 the original (control group)`. */
export function linksWords(people: number, groups: Groups['groups']): string {
  const control = groups?.control.people ?? 0
  if (people === 1 && control === 0) return 'the link shows its page'
  const original = control > 0 ? `, ${formatNumber(control)} the original (control group)` : ''
  return `${count(people - control, 'link shows its page', 'links show their pages')}${original}`
}

/** How large the control group is, or will be, and whether it can ever give a verdict; empty if there is none. */
export function groupsWords({ groups, canTell, canTellFrom = 0, controlPeople: range }: Groups): string {
  if (!groups) return ''
  const { personal, control } = groups
  const people = `${formatNumber(control.people)} of ${count(personal.people + control.people, 'person', 'people')}`
  const companies = `${formatNumber(control.companies)} of ${count(personal.companies + control.companies, 'company', 'companies')}`
  const size = `Control: ${range ? 'about ' : ''}${people}, ${companies}.`
  const drawn = range
    ? ` Whole companies are drawn, so it may be ${formatNumber(range.least)} to ${formatNumber(range.most)} people.`
    : ''
  const verdict = canTell
    ? 'Enough to tell whether the personal pages work better, if they do so by far.'
    : `Too few to ever tell whether the pages work better: that takes about ${formatNumber(canTellFrom)} companies.`
  return `${size}${drawn} ${verdict}`
}
