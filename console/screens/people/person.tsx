import { useState } from 'preact/hooks'
import type { Erasure } from '../../../service/erasing/erasure.ts'
import type { KnownFrom, Prospect } from '../../../service/prospects/operations.ts'
import { phoneLink } from '../../../wire/phone.ts'
import { hrefOf } from '../../address.ts'
import { ask } from '../../api/client.ts'
import { type RecordSummary, readRecordsOf } from '../../api/results.ts'
import { may } from '../../api/session-state.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Empty } from '../../parts/empty.tsx'
import { grouped } from '../../parts/grouped.ts'
import { Heading } from '../../parts/heading.tsx'
import { MailTo, Reachable } from '../../parts/reach.tsx'
import { Time } from '../../parts/time.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { Erase, ErasedReceipt } from './erase.tsx'
import { PageOf } from './page-of.tsx'
import { labelOf } from './people.tsx'
import { Timeline } from './timeline.tsx'

/** How soon a person is read again while more is looked up. */
const lookUpMs = 2000

/** One person: what is known, their links, what they did. */
export function PersonScreen({ id }: { id: string }) {
  const loaded = useLoaded((signal) => fetchKnown(id, signal), [id])
  const isLookedUp = loaded.state === 'there' && loaded.value.person.status === 'enriching'
  useRefresh(loaded, isLookedUp ? lookUpMs : undefined)
  const [receipt, setReceipt] = useState<Erasure>()
  return (
    <>
      <nav class="small" aria-label="Breadcrumb">
        <a href={hrefOf('people')}>People</a>
      </nav>
      {receipt ? (
        <ErasedReceipt receipt={receipt} />
      ) : (
        <>
          {loaded.state === 'failed' && <Heading text="Person" />}
          <Awaited loaded={loaded}>{(known) => <Shown {...known} onErased={setReceipt} />}</Awaited>
        </>
      )}
    </>
  )
}

interface Known {
  person: Prospect
  sources: Map<string, KnownFrom>
}

async function fetchKnown(id: string, signal: AbortSignal): Promise<Known> {
  const [[person], { sources }] = await Promise.all([
    ask('GET /v1/prospects/:id', { params: { id }, signal }),
    ask('GET /v1/prospects/:id/sources', { params: { id }, signal }),
  ])
  return { person, sources: new Map(sources.map((each) => [each.field, each])) }
}

function Shown({ person, sources, onErased }: Known & { onErased: (receipt: Erasure) => void }) {
  const { id } = person
  const records = useLoaded((signal) => readRecordsOf(id, signal), [id])
  return (
    <>
      <div class="heading">
        <div>
          <Heading text={labelOf(person)} />
          <p class="quiet">{[person.role, person.company].filter(Boolean).join(', ')}</p>
        </div>
        <Reach person={person} />
      </div>
      <div class="stack split person">
        <Awaited loaded={records}>{(all) => <Visited records={all} />}</Awaited>
        <Facts person={person} sources={sources} />
      </div>
      {may('admin') && (
        <p class="buttons">
          <Erase person={person} onErased={onErased} />
        </p>
      )}
    </>
  )
}

/** What they did, and beside it their pages, the one that they visited last first. */
function Visited({ records }: { records: RecordSummary[] }) {
  if (records.length === 0)
    return (
      <Empty title="No link yet">
        <p>
          Add this person to the list of a <a href={hrefOf('campaigns')}>campaign</a>.
        </p>
      </Empty>
    )
  const lastFirst = records.toSorted((one, other) =>
    (other.lastVisitAt ?? '').localeCompare(one.lastVisitAt ?? ''),
  )
  return (
    <>
      <section class="card" aria-labelledby="timeline">
        <h2 id="timeline">Visits</h2>
        <Timeline records={records} />
      </section>
      <section class="card pages" aria-labelledby="pages">
        <h2 id="pages">{records.length > 1 ? 'Pages' : 'Page'}</h2>
        {lastFirst.map((record, at) => (
          <PageOf key={record.id} record={record} isFirst={at === 0} />
        ))}
      </section>
    </>
  )
}

/** How to reach somebody: the first telephone number of their list, and their address. */
function Reach({ person: { email, additional = {} } }: { person: Prospect }) {
  const [phone] = Object.entries(additional).filter(isPhone)
  return (
    <p class="buttons">
      {phone && (
        <a class="button" href={phoneLink(...phone) ?? ''}>
          {String(phone[1])}
        </a>
      )}
      {email && <MailTo address={email}>{email}</MailTo>}
    </p>
  )
}

const isPhone = ([column, value]: [string, unknown]) => phoneLink(column, value) !== undefined

const factLabels = {
  name: 'Name',
  company: 'Company',
  role: 'Role',
  industry: 'Industry',
  domain: 'Website',
  linkedin: 'LinkedIn',
} as const

/** A column of a list as people write it: `Contact owner` for `contact_owner`. */
export function titleOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The facts about a person, each with its source. */
function Facts({ person, sources }: Known) {
  const { profile, additional = {}, createdAt } = person
  const phone = Object.entries(additional).find(isPhone)?.[0]
  const known = (Object.keys(factLabels) as (keyof typeof factLabels)[]).flatMap((field) => {
    const { [field]: value } = person
    return value ? { field, title: factLabels[field], value, from: sources.get(field) } : []
  })
  const more = Object.entries(additional).flatMap(([field, of]) => {
    if (Object.hasOwn(factLabels, field) || ['email', phone].includes(field)) return []
    const value = typeof of === 'string' ? of : JSON.stringify(of)
    return { field, title: titleOf(field), value, from: sources.get(`additional.${field}`) }
  })
  const facts = [...known, ...more]
  const usual = usualOf(facts.flatMap(({ from }) => from ?? []))
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">What is known</h2>
      {profile && <p>{profile}</p>}
      <dl class="tight facts">
        {facts.map(({ field, title, value, from }) => (
          <div key={title}>
            <dt>
              <Breakable text={title} />
            </dt>
            <dd>
              <Reachable column={field} value={value} /> <Source from={from} usual={usual} />
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        Known since <Time at={createdAt} />
        {person.status === 'enriching' && '; more is being looked up'}.
        {usual && (
          <>
            {' All of it '}
            <Source from={usual} />, unless it says otherwise.
          </>
        )}
      </p>
    </section>
  )
}

const sourceNames: Record<string, string> = {
  request: 'sent by a program',
  list: 'from a list of a campaign that was deleted',
  directory: 'from the imported directory',
  email: 'from the e-mail address',
  website: 'from the website',
  peopledatalabs: 'from People Data Labs',
}

/** Where most facts are from, which is said once for all of them. */
function usualOf(all: KnownFrom[]): KnownFrom | undefined {
  const [most = []] = [...grouped(all, keyOf).values()].sort((one, other) => other.length - one.length)
  return most.length > 1 ? most[0] : undefined
}

const keyOf = ({ source, isGuess, campaign }: KnownFrom) => `${source} ${isGuess} ${campaign?.id}`

/** Where a fact is from, if that is not the usual source. */
function Source({ from, usual }: { from: KnownFrom | undefined; usual?: KnownFrom | undefined }) {
  if (!from || (usual && keyOf(usual) === keyOf(from))) return null
  const { source, isGuess, campaign } = from
  return (
    <span class="quiet">
      {isGuess && 'guessed '}
      {campaign ? (
        <>
          from the list of <a href={hrefOf('campaigns', campaign.id)}>{campaign.name}</a>
        </>
      ) : (
        (sourceNames[source] ?? `from ${source}`)
      )}
    </span>
  )
}
