import { useState } from 'preact/hooks'
import { address, changeQuery, hrefOf, keepHere, keptHere } from '../../address.ts'
import { may } from '../../api/session-state.ts'
import { type Interested, markDone } from '../../api/today.ts'
import { FirstSteps } from '../../help/first-steps.tsx'
import { Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Empty } from '../../parts/empty.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { MailTo } from '../../parts/reach.tsx'
import { State } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAction } from '../../parts/use-action.ts'
import {
  type Company,
  companiesOf,
  filterCalls,
  heatOf,
  isNewVisitor,
  optionsOf,
  sentence,
} from './call-list.ts'
import { interestOf } from './interest.ts'

/** How many rows are shown at first. */
const shownAtFirst = 20

/** Whom to call, warmest first: by person or by company, filtered as the address says. */
export function Calls({ people }: { people: Interested[] }) {
  const { query } = address.value
  const [isWhole, setWhole] = useState(keptHere().isWhole ?? false)
  const [marked, setMarked] = useState<Interested>()
  if (people.length === 0) return <Nobody />
  const found = filterCalls(people, query)
  const isByCompany = query.get('by') === 'company'
  const companies = isByCompany ? companiesOf(found) : []
  const rows = isByCompany ? companies.length : found.length
  const most = isWhole ? rows : shownAtFirst
  const showAll = () => {
    keepHere({ isWhole: true })
    setWhole(true)
  }
  return (
    <section class="card" aria-labelledby="week">
      <h2 id="week">Who to call</h2>
      <Filters people={people} query={query} />
      <Marked person={marked} onUndone={() => setMarked(undefined)} />
      {rows === 0 && <p class="quiet">{nothingWords(query)}</p>}
      {isByCompany ? (
        <CompanyTable companies={companies.slice(0, most)} />
      ) : (
        found.length > 0 && <PersonTable people={found.slice(0, most)} all={people} onDone={setMarked} />
      )}
      {rows > most && (
        <button type="button" class="plain" onClick={showAll}>
          Show all {formatNumber(rows)}
        </button>
      )}
    </section>
  )
}

/** Says who is gone from the list, as the next person stands in their place, and takes it back. */
function Marked({ person, onUndone }: { person: Interested | undefined; onUndone: () => void }) {
  const { content = '', label } = person ?? {}
  const undo = useAction(async () => {
    await markDone(content, false)
    onUndone()
  })
  return (
    <p role="status" class="quiet">
      {person && (
        <>
          <Breakable text={`${label} is done. `} />
          <button type="button" class="plain" disabled={undo.isRunning} onClick={undo.run}>
            Undo
          </button>
        </>
      )}
      {undo.failure && <Failed failure={undo.failure} onTryAgain={undo.tryAgain} />}
    </p>
  )
}

function Nobody() {
  return (
    <section class="card" aria-labelledby="week">
      <h2 id="week">Who to call</h2>
      <Empty title="Nobody came yet">
        <p>
          People who open their link are listed here, the warmest first, with what they read.{' '}
          <a href={hrefOf('campaigns')}>Make a campaign</a> to get a link for each person of a list.
        </p>
      </Empty>
      <FirstSteps />
    </section>
  )
}

function nothingWords(query: URLSearchParams): string {
  if (query.get('done') === '1') return 'Nobody is marked as done.'
  return 'Nobody is left to call here. Somebody who comes again is listed again.'
}

function Filters({ people, query }: { people: Interested[]; query: URLSearchParams }) {
  const { campaigns, owners } = optionsOf(people)
  const done = people.filter((person) => person.done).length
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">Which people</legend>
      <Choice name="by" label="Show" options={{ company: 'Companies' }} all="People" query={query} />
      {(campaigns.size > 0 || query.has('campaign')) && (
        <Choice
          name="campaign"
          label="Campaign"
          options={Object.fromEntries(campaigns)}
          all="All"
          other="Another one"
          query={query}
        />
      )}
      {(owners.length > 0 || query.has('owner')) && (
        <Choice
          name="owner"
          label="Owner"
          options={Object.fromEntries(owners.map((owner) => [owner, owner]))}
          all="All"
          query={query}
        />
      )}
      <Toggle name="goal" label="Goal" query={query} />
      <Toggle name="new" label="New" query={query} />
      {(done > 0 || query.get('done') === '1') && (
        <Toggle name="done" label={`Show done (${formatNumber(done)})`} query={query} />
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  label: string
  /** Titles by value. */
  options: Record<string, string>
  all: string
  /** What a value in the address is called that is none of these. Default: the value itself. */
  other?: string
  query: URLSearchParams
}

function Choice({ name, label, options, all, other, query }: ChoiceProps) {
  const chosen = query.get(name) ?? ''
  return (
    <label>
      <span>{label}</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) => changeQuery({ [name]: currentTarget.value }, { replace: true })}
      >
        <option value="">{all}</option>
        {Object.entries(options).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
        {chosen && !Object.hasOwn(options, chosen) && <option value={chosen}>{other ?? chosen}</option>}
      </select>
    </label>
  )
}

function Toggle({ name, label, query }: { name: string; label: string; query: URLSearchParams }) {
  const isOn = query.get(name) === '1'
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => changeQuery({ [name]: isOn ? '' : '1' }, { replace: true })}
    >
      {label}
    </button>
  )
}

interface PersonTableProps {
  people: Interested[]
  all: Interested[]
  /** Called with who was marked as done; with nobody once that is taken back. */
  onDone: (person: Interested | undefined) => void
}

function PersonTable({ people, all, onDone }: PersonTableProps) {
  return (
    <Table
      caption="Who to call, warmest first"
      className="calls"
      rows={people}
      keyOf={({ content }) => content}
      columns={[
        { title: 'Person', cell: (person) => <Person person={person} heat={heatOf(person, all)} /> },
        { title: 'Why', cell: (person) => sentence(interestOf(person)) },
        { title: 'Campaign', cell: ({ campaign }) => campaign && <Named campaign={campaign} /> },
        { title: 'Owner', cell: ({ owner }) => owner && <Breakable text={owner} /> },
        { title: 'When', cell: ({ lastVisitAt }) => <Time at={lastVisitAt} /> },
        { title: 'Do', isActions: true, cell: (person) => <Buttons person={person} onDone={onDone} /> },
      ]}
    />
  )
}

function Person({ person, heat }: { person: Interested; heat: number }) {
  const { prospect, label, email, company, reached } = person
  const isNamed = company && company !== label
  return (
    <span class="caller">
      <progress max={1} value={heat} aria-hidden="true" />
      <span>
        <a href={hrefOf('people', prospect)}>
          <Breakable text={label} />
        </a>{' '}
        {reached && <State tone="good">goal</State>} {isNewVisitor(person) && <State>new</State>}
        {(isNamed || email) && (
          <span class="quiet company">
            {isNamed && <Breakable text={company} />}
            {isNamed && email && ' · '}
            {email && (
              <MailTo address={email} title={`Write to ${label}`}>
                Write
              </MailTo>
            )}
          </span>
        )}
      </span>
    </span>
  )
}

function Named({ campaign: { id, name } }: { campaign: NonNullable<Interested['campaign']> }) {
  return (
    <a href={hrefOf('campaigns', id)}>
      <Breakable text={name} />
    </a>
  )
}

function Buttons({ person, onDone }: { person: Interested; onDone: PersonTableProps['onDone'] }) {
  const { content, label, link, done } = person
  const mark = useAction(async () => {
    await markDone(content, !done)
    onDone(done ? undefined : person)
  })
  return (
    <span class="buttons">
      {link && <Copy text={link} label="Copy link" of={label} />}
      {may('editor') && (
        <button type="button" title={`${label} needs no call`} disabled={mark.isRunning} onClick={mark.run}>
          {done ? 'Not done' : 'Done'}
        </button>
      )}
      {mark.failure && <Failed failure={mark.failure} onTryAgain={mark.tryAgain} />}
    </span>
  )
}

function CompanyTable({ companies }: { companies: Company[] }) {
  if (companies.length === 0) return null
  return (
    <Table
      caption="Companies, warmest first"
      className="companies"
      rows={companies}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Company', cell: ({ name }) => <Breakable text={name} /> },
        {
          title: 'Who came',
          cell: ({ people }) => <Colleagues people={people} />,
        },
        { title: 'Why', cell: ({ people }) => <Why people={people} /> },
        { title: 'When', cell: ({ lastVisitAt }) => <Time at={lastVisitAt} /> },
      ]}
    />
  )
}

/** How many people of a company are named. */
const mostNamed = 5

function Colleagues({ people }: { people: Interested[] }) {
  const named = people.slice(0, mostNamed)
  return (
    <>
      {people.length > 1 && `${count(people.length, 'person', 'people')}: `}
      {named.map(({ content, prospect, label }, at) => (
        <span key={content}>
          {at > 0 && ', '}
          <a href={hrefOf('people', prospect)}>
            <Breakable text={label} />
          </a>
        </span>
      ))}
      {people.length > named.length && ` and ${formatNumber(people.length - named.length)} more`}
    </>
  )
}

/** What the warmest of a company did. */
function Why({ people: [first, ...more] }: { people: Interested[] }) {
  if (!first) return null
  if (more.length === 0) return <>{sentence(interestOf(first))}</>
  return (
    <>
      <Breakable text={first.label} />: {interestOf(first)}.
    </>
  )
}
