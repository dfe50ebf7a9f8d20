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

/** Who, and why, beside the telephone number and when: two lines, three on a narrow screen, and the buttons. */
export function CallRow({ call: { person, company }, isChosen, onChoose, onMark }: CallRowProps) {
  const { label, email, phone, link, reached, visits, firstVisitAt, done, now, lastVisitAt } = person
  const { name, href, place } = company ? namesOfCompany(company) : namesOfPerson(person)
  const isNew = visits === 1 && Date.now() - Date.parse(firstVisitAt) < dayMs
  const why = interestOf(person)
  return (
    <li class="call" aria-current={isChosen} onFocusCapture={onChoose} onMouseDown={onChoose}>
      <p class="name">
        {now && <i class="pulse" aria-hidden="true" />}
        <a href={href}>{name}</a>
        {!company && reached && <State tone="good">goal</State>}
        {!company && isNew && <State>new</State>}
      </p>
      <p class="place quiet">{place}</p>
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

interface Names {
  name: string
  href: string
  place: string
}

function namesOfPerson({ prospect, label, role, company }: Interested): Names {
  const place = [role, company === label ? undefined : company].filter(Boolean).join(', ')
  return { name: label, href: hrefOf('people', prospect), place }
}

function namesOfCompany({ name, people, warmest }: CallList['companies'][number]): Names {
  const named = [...warmest.map(({ label }) => label), ...(people > warmest.length ? ['…'] : [])].join(', ')
  const place = people > 1 ? `${formatNumber(people)} people: ${named}` : named
  return { name, href: hrefOf('people', undefined, { search: name }), place }
}

const dayMs = 86_400_000
