import { hrefOf } from '../../address.ts'
import { may } from '../../api/session-state.ts'
import type { CallList, Interested } from '../../api/today.ts'
import { Copy } from '../../parts/copy.tsx'
import { formatNumber, formatTime } from '../../parts/format.ts'
import { MailTo, Reachable } from '../../parts/reach.tsx'
import { State } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'
import { interestOf } from './interest.ts'

/** A row of the list: a person, or a company by the warmest of its people. */
export interface ListedCall {
  key: string
  person: Interested
  company?: CallList['companies'][number]
}

interface CallRowProps {
  call: ListedCall
  isChosen: boolean
  onChoose: () => void
  /** Called with whether the person needs no call any more. */
  onMark: (done: boolean) => void
}

/** Who, and why, in two lines; beside them the telephone number and when. */
export function CallRow({ call: { person, company }, isChosen, onChoose, onMark }: CallRowProps) {
  const { label, email, phone, link, done, now, lastVisitAt } = person
  const why = interestOf(person)
  return (
    <li class="call" aria-current={isChosen} onFocusCapture={onChoose} onMouseDown={onChoose}>
      <p class="name">
        {now && <i class="pulse" aria-hidden="true" />}
        {company ? <CompanyName company={company} /> : <PersonName person={person} />}
      </p>
      <p class="number">{phone && <Reachable column="phone" value={phone} />}</p>
      <p class="why quiet small">{company && company.people > 1 ? `${label}: ${why}` : why}</p>
      <p class="when quiet small">{now ? `since ${formatTime(now.since)}` : <Time at={lastVisitAt} />}</p>
      <span class="buttons">
        {email && (
          <MailTo address={email} title={`E-mail ${label}`}>
            E-mail
          </MailTo>
        )}
        {link && <Copy text={link} label="Copy link" of={label} />}
        {!company && may('editor') && (
          <button type="button" title={`${label} needs no call`} onClick={() => onMark(!done)}>
            {done ? 'Not done' : 'Done'}
          </button>
        )}
      </span>
    </li>
  )
}

function PersonName({ person }: { person: Interested }) {
  const { prospect, label, role, company, reached, firstVisitAt } = person
  const place = [role, company === label ? undefined : company].filter(Boolean).join(', ')
  return (
    <>
      <a href={hrefOf('people', prospect)}>{label}</a> {reached && <State tone="good">goal</State>}{' '}
      {isNewVisitor(firstVisitAt) && <State>new</State>} <span class="quiet">{place}</span>
    </>
  )
}

function CompanyName({ company }: { company: NonNullable<ListedCall['company']> }) {
  const { name, people, warmest } = company
  const named = [...warmest.map(({ label }) => label), ...(people > warmest.length ? ['…'] : [])].join(', ')
  return (
    <>
      <a href={hrefOf('people', undefined, { search: name })}>{name}</a>{' '}
      <span class="quiet">
        {people > 1 && `${formatNumber(people)} people: `}
        {named}
      </span>
    </>
  )
}

const dayMs = 86_400_000

function isNewVisitor(firstVisitAt: string): boolean {
  return Date.now() - Date.parse(firstVisitAt) < dayMs
}
