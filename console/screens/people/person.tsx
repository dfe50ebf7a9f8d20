import { useCallback, useState } from 'preact/hooks'
import { hrefOf } from '../../address.ts'
import { type Erasure, fetchPerson, type Prospect } from '../../api/people.ts'
import { type RecordSummary, readRecordsOf } from '../../api/results.ts'
import { may } from '../../api/session-state.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { LookAt } from '../../parts/look-at.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { Erase, ErasedReceipt } from './erase.tsx'
import { labelOf } from './people.tsx'
import { Timeline } from './timeline.tsx'

/** One person: what is known, their links, what they did. */
export function PersonScreen({ id }: { id: string }) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => fetchPerson(id, signal), [id]))
  const [receipt, setReceipt] = useState<Erasure>()
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={hrefOf('people')}>People</a>
      </nav>
      {receipt ? (
        <ErasedReceipt receipt={receipt} />
      ) : (
        <>
          {loaded.state === 'failed' && <Heading text="Person" />}
          <Awaited loaded={loaded}>{(person) => <Shown person={person} onErased={setReceipt} />}</Awaited>
        </>
      )}
    </>
  )
}

function Shown({ person, onErased }: { person: Prospect; onErased: (receipt: Erasure) => void }) {
  const { id } = person
  const records = useLoaded(useCallback((signal: AbortSignal) => readRecordsOf(id, signal), [id]))
  return (
    <>
      <div class="heading">
        <Heading text={labelOf(person)} />
        {may('admin') && <Erase person={person} onErased={onErased} />}
      </div>
      <Facts person={person} />
      <Awaited loaded={records}>
        {(all) => (
          <>
            <section class="card" aria-labelledby="links">
              <h2 id="links">Links</h2>
              <Links records={all} />
            </section>
            <section class="card" aria-labelledby="timeline">
              <h2 id="timeline">Visits</h2>
              <Timeline records={all} />
            </section>
          </>
        )}
      </Awaited>
    </>
  )
}

const factLabels = {
  email: 'E-mail',
  company: 'Company',
  role: 'Role',
  industry: 'Industry',
  domain: 'Web site',
  linkedin: 'LinkedIn',
} as const

/** The facts about a person, each with its source. */
function Facts({ person }: { person: Prospect }) {
  const { profile, additional = {}, createdAt } = person
  const known = (Object.keys(factLabels) as (keyof typeof factLabels)[]).filter((field) => person[field])
  const more = Object.entries(additional).filter(
    ([field]) => !Object.hasOwn(factLabels, field) && field !== 'name',
  )
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">What is known</h2>
      {profile && <p>{profile}</p>}
      <dl class="facts">
        {known.map((field) => (
          <div key={field}>
            <dt>{factLabels[field]}</dt>
            <dd>
              <Breakable text={person[field] ?? ''} /> <span class="quiet">{sourceOf(person, field)}</span>
            </dd>
          </div>
        ))}
        {more.map(([field, value]) => (
          <div key={field}>
            <dt>
              <Breakable text={field} />
            </dt>
            <dd>
              <Breakable text={typeof value === 'string' ? value : JSON.stringify(value)} />{' '}
              <span class="quiet">given</span>
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        Known since <Time at={createdAt} />
        {person.status === 'enriching' && '; more is being looked up'}
      </p>
    </section>
  )
}

/** The source of a fact, as far as it is known: facts from a list and facts that were looked up cannot be distinguished. */
function sourceOf({ email, additional = {}, ...facts }: Prospect, field: keyof typeof factLabels): string {
  if (field === 'email' || typeof additional[field] === 'string') return 'given'
  if (field === 'domain' && email?.toLowerCase().endsWith(`@${facts.domain}`)) return 'by the address'
  return 'from a list, or looked up'
}

function Links({ records }: { records: RecordSummary[] }) {
  if (records.length === 0)
    return (
      <Empty title="No link yet">
        <p>
          Add this person to the list of a <a href={hrefOf('campaigns')}>campaign</a>.
        </p>
      </Empty>
    )
  return (
    <>
      <p class="quiet">
        Opening a link counts as a visit of this person. To look without a visit, use “Look”.
      </p>
      <LinkTable records={records} />
    </>
  )
}

function LinkTable({ records }: { records: RecordSummary[] }) {
  return (
    <Table
      caption="Links of this person"
      rows={records}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Template', cell: ({ template }) => <a href={hrefOf('templates', template)}>{template}</a> },
        {
          title: 'Campaign',
          cell: ({ campaign }) =>
            campaign ? <a href={hrefOf('campaigns', campaign.id)}>{campaign.name}</a> : 'none',
        },
        {
          title: 'Link',
          cell: ({ link }) =>
            link ? (
              <a href={link} target="_blank" rel="noreferrer">
                <Breakable text={link} />
              </a>
            ) : (
              'The template names no page'
            ),
        },
        { title: 'Page', cell: ({ link }) => (link ? <LookAt link={link} /> : '–') },
        { title: 'Visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
        { title: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  )
}
