import { useState } from 'preact/hooks'
import { hrefOf } from '../../address.ts'
import { type Erasure, fetchPerson, fetchSources, type KnownFrom, type Prospect } from '../../api/people.ts'
import { type RecordSummary, readRecordsOf } from '../../api/results.ts'
import { may } from '../../api/session-state.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Empty } from '../../parts/empty.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { LookAt } from '../../parts/look-at.tsx'
import { MailTo, Reachable } from '../../parts/reach.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { WordsForOne } from '../../parts/words-for-one.tsx'
import { Erase, ErasedReceipt, type ErasingHandlers } from './erase.tsx'
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
  const [erasedAt, setErasedAt] = useState<string>()
  // The answer with the receipt may have been lost on the way.
  const isGone = loaded.state === 'failed' && loaded.failure.status === 404
  const erased = receipt ?? (erasedAt && isGone ? { prospect: id, erasedAt, erased: {} } : undefined)
  const erasing: ErasingHandlers = {
    onSent: () => setErasedAt(new Date().toISOString()),
    onErased: setReceipt,
    onGone: loaded.reload,
  }
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={hrefOf('people')}>People</a>
      </nav>
      {erased ? (
        <ErasedReceipt receipt={erased} />
      ) : (
        <>
          {loaded.state === 'failed' && <Heading text="Person" />}
          <Awaited loaded={loaded}>{(known) => <Shown {...known} erasing={erasing} />}</Awaited>
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
  const [person, sources] = await Promise.all([fetchPerson(id, signal), fetchSources(id, signal)])
  return { person, sources }
}

function Shown({ person, sources, erasing }: Known & { erasing: ErasingHandlers }) {
  const { id } = person
  const records = useLoaded((signal) => readRecordsOf(id, signal), [id])
  return (
    <>
      <div class="heading">
        <Heading text={labelOf(person)} />
        {may('admin') && <Erase person={person} {...erasing} />}
      </div>
      <Facts person={person} sources={sources} />
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
            {all.length > 0 && (
              <section class="card" aria-labelledby="words">
                <h2 id="words">Words</h2>
                <Words records={all} />
              </section>
            )}
          </>
        )}
      </Awaited>
    </>
  )
}

const factLabels = {
  name: 'Name',
  email: 'E-mail',
  company: 'Company',
  role: 'Role',
  industry: 'Industry',
  domain: 'Web site',
  linkedin: 'LinkedIn',
} as const

/** A column of a list as people write it: `Contact owner` for `contact_owner`. */
function titleOf(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The facts about a person, each with its source. */
function Facts({ person, sources }: Known) {
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
              {field === 'email' ? (
                <MailTo address={person.email ?? ''} />
              ) : (
                <Breakable text={person[field] ?? ''} />
              )}{' '}
              <Source from={sources.get(field)} />
            </dd>
          </div>
        ))}
        {more.map(([field, value]) => (
          <div key={field}>
            <dt>
              <Breakable text={titleOf(field)} />
            </dt>
            <dd>
              <Reachable column={field} value={typeof value === 'string' ? value : JSON.stringify(value)} />{' '}
              <Source from={sources.get(`additional.${field}`)} />
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

const sourceNames: Record<string, string> = {
  request: 'sent by a program',
  list: 'from a list of a campaign that was deleted',
  directory: 'from the imported directory',
  email: 'from the e-mail address',
  website: 'from the web site',
  peopledatalabs: 'from People Data Labs',
}

/** Where a fact is from. */
function Source({ from }: { from: KnownFrom | undefined }) {
  if (!from) return null
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

/** What each page says to this person; of several, one is shown when it is asked for. */
function Words({ records }: { records: RecordSummary[] }) {
  const [first] = records
  const [open, setOpen] = useState(records.length === 1 ? first?.id : undefined)
  return (
    <>
      <p class="quiet">
        What the page says to this person. Changed words are for this person alone, and stay when pages are
        generated again.
      </p>
      {records.map(({ id, template, campaign, link }) => (
        <details
          key={id}
          class="words-of"
          open={open === id}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) setOpen(id)
            else if (open === id) setOpen(undefined)
          }}
        >
          <summary>
            {template}
            {campaign && `, ${campaign.name}`}
          </summary>
          {open === id && <WordsForOne content={id} page={link} />}
        </details>
      ))}
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
        {
          title: 'Page',
          cell: ({ link, id, campaign }) =>
            link ? (
              <span class="buttons">
                <LookAt link={link} content={id} isOpen={campaign?.open ?? true} />
                <Copy text={link} label="Copy link" />
              </span>
            ) : (
              '–'
            ),
        },
        { title: 'Visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
        { title: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  )
}
