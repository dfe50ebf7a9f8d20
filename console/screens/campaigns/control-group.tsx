import { companiesIn, comparableFrom, type ListReading } from '../../api/lists.ts'
import { count, formatNumber } from '../../parts/format.ts'

/** What a list can tell about the personal pages, before it is sent. */
export function ControlGroup({ reading, control }: { reading: ListReading; control: number }) {
  const words = control > 0 ? groupsWords(reading, 'about ') : noneWords(companiesIn(reading))
  if (words === '') return null
  return (
    <p class="quiet" role="status">
      {words}
    </p>
  )
}

function noneWords(companies: number): string {
  return companies < comparableFrom
    ? `No control group: with ${count(companies, 'company', 'companies')} nobody could tell what the personal pages won.`
    : ''
}

/** How large the control group is, and whether that is enough for a verdict; empty if there is none. */
export function groupsWords(
  { groups, canTell, canTellFrom = 0 }: Pick<ListReading, 'groups' | 'canTell' | 'canTellFrom'>,
  roughly = '',
): string {
  if (!groups) return ''
  const { personal, control } = groups
  const people = `${roughly}${formatNumber(control.people)} of ${count(personal.people + control.people, 'person', 'people')}`
  const size = `Control group: ${people}, from ${formatNumber(control.companies)} of ${count(personal.companies + control.companies, 'company', 'companies')}, see the page as it is.`
  if (canTell)
    return `${size} That is enough to tell whether the personal pages work better, if they do so by far.`
  return `${size} Too few to tell whether the personal pages work better: from about ${formatNumber(canTellFrom)} companies on it could be told. How many of each group reach the goal is shown all the same.`
}
