import { useEffect, useState } from 'preact/hooks'
import { asWritten } from '../../../wire/bare-name.ts'
import { itemName } from '../../../wire/item-name.ts'
import { goingOnFromHere, hrefOf } from '../../address.ts'
import {
  type Campaign,
  type CampaignPerson,
  type CampaignReview,
  changeCampaign,
  madePageOf,
  readCampaign,
  readPersonOf,
  readReview,
} from '../../api/campaigns.ts'
import { ask, type Failure } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import type { Broken, BrokenItem } from '../../api/today.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Awaited, Failed, Loading } from '../../parts/awaited.tsx'
import { contentWords } from '../../parts/content-words.ts'
import { Empty } from '../../parts/empty.tsx'
import { Check } from '../../parts/field.tsx'
import { focusOnce } from '../../parts/focus-once.ts'
import { count, formatNumber } from '../../parts/format.ts'
import { Heading } from '../../parts/heading.tsx'
import { checkPageFaults } from '../../parts/page-faults.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useKeys } from '../../parts/use-keys.ts'
import { toFailure, useLoaded } from '../../parts/use-loaded.ts'
import { hasTypedWords, WordsForOne } from '../../parts/words-for-one.tsx'
import { useApprovals } from './use-approvals.ts'

/** The pages of a campaign, one person after the other, as they are made. */
export function ReviewScreen({ id }: { id: string }) {
  const [isMissingOnly, setMissingOnly] = useState(false)
  /** How often it was begun: once more after all pages were approved at once. */
  const [round, setRound] = useState(0)
  const loaded = useLoaded(
    async (signal) => {
      const [campaign, counts] = await Promise.all([readCampaign(id, signal), readReview(id, signal)])
      return { campaign, counts, begun: { isMissingOnly, round } }
    },
    [id, isMissingOnly, round],
  )
  const name = loaded.state === 'there' ? loaded.value.campaign.name : 'Campaign'
  return (
    <>
      <nav class="small" aria-label="Breadcrumb">
        <a href={hrefOf('campaigns', id)}>{name}</a>
      </nav>
      <div class="heading">
        <Heading text="Review" />
        <Check isOn={isMissingOnly} onChange={setMissingOnly}>
          Only those with something missing
          {loaded.state === 'there' && ` (${formatNumber(loaded.value.counts.missing)})`}
        </Check>
      </div>
      <Awaited loaded={loaded}>
        {({ campaign, counts, begun }) => (
          <Pages
            key={`${begun.isMissingOnly} ${begun.round}`}
            {...{ campaign, counts }}
            isMissingOnly={begun.isMissingOnly}
            onAllApproved={() => setRound((before) => before + 1)}
          />
        )}
      </Awaited>
    </>
  )
}

interface PagesProps {
  campaign: Campaign
  isMissingOnly: boolean
  /** As they are when the review begins: what is approved here is added. */
  counts: CampaignReview
  onAllApproved: () => void
}

/** So many people before the end of what is loaded, more are. */
const ahead = 50
/** When a page was updated that was not there yet. */
const never = new Date(0).toISOString()

function Pages({ campaign, isMissingOnly, onAllApproved, ...given }: PagesProps) {
  const { id } = campaign
  // Where somebody is in a review stays, whatever is read again meanwhile.
  const [counts] = useState(given.counts)
  const [at, setAt] = useState(0)
  const { people, isWhole, ...loading } = usePeople(id, isMissingOnly, at)
  const [isChanging, setChanging] = useState(false)
  /** The content whose approval was refused, as words for it are not saved. */
  const [refused, setRefused] = useState('')
  const listed = people[at]
  const content = listed?.content ?? ''
  // The page may have been made, or have changed, since the list was read.
  const now = useLoaded(
    async (signal) => (content ? readPersonOf(id, content, signal) : undefined),
    [id, content],
  )
  const person = (now.state === 'there' && !now.isEarlier && now.value) || listed
  const approvals = useApprovals(id, (place) => setAt((before) => Math.min(before, place)))
  const isApproved = approvals.approved.has(content)
  const isTyping = hasTypedWords(content)
  const step = (by: number) => setAt((before) => Math.max(0, Math.min(people.length, before + by)))

  const approve = () => {
    if (!person || !may('editor')) return
    if (isTyping) {
      setRefused(content)
      setChanging(true)
      return
    }
    step(1)
    if (!isApproved) approvals.approve({ content, seenAt: person.updatedAt ?? never, at })
  }

  useKeys(
    {
      a: approve,
      c: () => setChanging((before) => !before),
      s: () => step(1),
      arrowright: () => step(1),
      arrowleft: () => step(-1),
    },
    // Held, they act once: nobody sees the pages that would go by.
    ['a', 'c'],
  )

  const faults = useLoaded((signal) => checkPageFaults(campaign.template, signal), [campaign.template])
  const all = counts.approved + counts.waiting
  const done = counts.approved + approvals.approved.size
  return (
    <section class="stack" aria-label="Pages">
      <label class="tight">
        <span>
          {formatNumber(done)} of {count(all, 'page')} approved
        </span>
        <progress max={all} value={done} />
      </label>
      {loading.failure && <Failed failure={loading.failure} onTryAgain={loading.tryAgain} />}
      {now.state === 'failed' && <Failed failure={now.failure} onTryAgain={now.reload} />}
      {approvals.failure && <Failed failure={approvals.failure} onTryAgain={approvals.tryAgain} />}
      {person ? (
        <>
          <Strip
            {...{ person, at, step, approve, isApproved, isChanging }}
            onChange={() => setChanging(!isChanging)}
          />
          {isTyping && refused === content && (
            <p class="notice odd" role="alert">
              You have typed words for this person that are not saved: save or cancel them, then approve.
            </p>
          )}
          {approvals.madeAgain.has(content) && (
            <p class="notice odd" role="alert">
              This page was made again since you looked at it, so it is not approved. It is shown as it is
              now.
            </p>
          )}
          <Missing person={person} faults={faults.state === 'there' ? faults.value : undefined} />
          <div class={isChanging ? 'stack split' : ''}>
            <Frames {...{ people, person, at }} isNumbered={isChanging} />
            {isChanging && (
              <section class="card" aria-label="Words for this person" tabIndex={-1} ref={focusOnce}>
                {person.group === 'control' ? (
                  <p class="quiet">This person sees the page as it is: there are no words to change.</p>
                ) : (
                  <WordsForOne
                    key={content}
                    content={content}
                    page={person.link}
                    onChange={() => {
                      approvals.forget(content)
                      now.reload()
                    }}
                  />
                )}
              </section>
            )}
          </div>
        </>
      ) : isWhole ? (
        <Done {...{ campaign, isMissingOnly }} hasSeen={people.length > 0} />
      ) : (
        !loading.failure && <Loading />
      )}
      {may('editor') && all > done && <ApproveAll id={id} waiting={all - done} onDone={onAllApproved} />}
    </section>
  )
}

interface StripProps {
  person: CampaignPerson
  at: number
  isApproved: boolean
  isChanging: boolean
  step: (by: number) => void
  approve: () => void
  onChange: () => void
}

/** Whose page it is, and what can be done with it, each by a key too. */
function Strip({ person, at, isApproved, isChanging, step, approve, onChange }: StripProps) {
  return (
    <div class="row strip">
      <button type="button" aria-label="Back" disabled={at === 0} onClick={() => step(-1)}>
        ‹
      </button>
      <p role="status">
        {formatNumber(at + 1)} · <strong>{person.name ?? person.email ?? 'Somebody'}</strong>
        {person.company && ` · ${person.company}`}
        {isApproved && ' · approved'}
      </p>
      <button type="button" aria-keyshortcuts="C" aria-expanded={isChanging} onClick={onChange}>
        Words{' '}
        <span class="key" aria-hidden="true">
          C
        </span>
      </button>
      <button type="button" aria-keyshortcuts="S" onClick={() => step(1)}>
        Skip{' '}
        <span class="key" aria-hidden="true">
          S
        </span>
      </button>
      {may('editor') && (
        <button
          type="button"
          class="primary"
          aria-keyshortcuts="A"
          onClick={approve}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          Approve{' '}
          <span class="key" aria-hidden="true">
            A
          </span>
        </button>
      )}
    </div>
  )
}

/** The people whose pages wait, from the first on, and some more than are looked at yet. */
function usePeople(id: string, isMissingOnly: boolean, at: number) {
  const [people, setPeople] = useState<CampaignPerson[]>([])
  const [next, setNext] = useState<string | undefined>('')
  const [failure, setFailure] = useState<Failure>()
  const isWanted = next !== undefined && at + ahead >= people.length && !failure
  useEffect(() => {
    if (!isWanted) return
    const aborted = new AbortController()
    const missing = isMissingOnly ? 'true' : undefined
    const query = { review: 'waiting', missing, limit: 100, cursor: next }
    ask('GET /v1/campaigns/:id/people', { params: { id }, query, signal: aborted.signal }).then(
      (page) => {
        setPeople((before) => [...before, ...page.people])
        setNext(page.next)
      },
      (error) => aborted.signal.aborted || setFailure(toFailure(error)),
    )
    return () => aborted.abort()
  }, [id, isMissingOnly, next, isWanted])
  return { people, isWhole: next === undefined, failure, tryAgain: () => setFailure(undefined) }
}

/** So many lines about what is missing stand above a page; more are folded. */
const mostLines = 3

interface MissingProps {
  person: CampaignPerson
  /** Of the template's page; undefined until it has been looked at. */
  faults: readonly Broken[] | undefined
}

/** What this person's page lacks, and why. */
function Missing({ person: { gaps, group }, faults }: MissingProps) {
  if (group === 'control')
    return <p class="quiet">In the control group: this person sees the page as it is.</p>
  const lines = [
    ...(faults ?? []).flatMap((item) => (item.kind === 'missing' ? { item, why: wordsOfGone(item) } : [])),
    ...gaps.map((item) => ({ item, why: wordsOfGap(item) })),
  ].map(({ item, why }) => (
    <li key={`${item.selector} ${why}`}>
      <strong title={asWritten(item.selector)}>{itemName(item)}</strong>: {why}
    </li>
  ))
  if (lines.length === 0)
    return <p class="quiet">{faults ? 'Nothing is missing.' : 'Looking at the page…'}</p>
  if (lines.length <= mostLines) return <ul class="notice odd">{lines}</ul>
  // The page itself is what is looked at.
  return (
    <details class="notice odd">
      <summary>{formatNumber(lines.length)} things are missing on this page</summary>
      <ul>{lines}</ul>
    </details>
  )
}

function wordsOfGone({ visits, of }: BrokenItem): string {
  return visits === 0
    ? 'not on the page any more, so nobody sees it.'
    : `not found on the page in ${formatNumber(visits)} of the last ${count(of, 'visit')}.`
}

function wordsOfGap({ notWritten, empty, byDefault, type }: CampaignPerson['gaps'][number]): string {
  const written = notWritten ? `not written (${notWritten}). ` : ''
  if (empty) return `${written}not known: the page’s own ${contentWords[type].lacking} stays.`
  return written + (byDefault ? 'not known: shows the fallback.' : 'Shows the plain words.')
}

interface FramesProps {
  people: CampaignPerson[]
  /** Whose page is looked at. */
  person: CampaignPerson
  at: number
  /** Whether what is personal has the number that its words have. */
  isNumbered: boolean
}

/** The page, and beside it, unseen, those before and after: the next is there before it is asked for. */
function Frames({ people, person: shown, at, isNumbered }: FramesProps) {
  const near = people.with(at, shown).slice(Math.max(0, at - 1), at + 3)
  return (
    <div class="frames">
      {near.map((person) => (
        <iframe
          key={`${person.content} ${person.updatedAt}`}
          title={`Page of ${person.name ?? person.email ?? 'somebody'}`}
          src={madePageOf(person.content ?? '', { isNumbered })}
          sandbox="allow-scripts"
          hidden={person !== shown}
        />
      ))}
    </div>
  )
}

interface DoneProps {
  campaign: Campaign
  isMissingOnly: boolean
  hasSeen: boolean
}

function Done({ campaign, isMissingOnly, hasSeen }: DoneProps) {
  const { id, status, people } = campaign
  const open = useAction(async () => {
    const goOn = goingOnFromHere()
    await changeCampaign(id, { status: 'open' })
    goOn(hrefOf('campaigns', id))
  })
  const title =
    people === 0
      ? 'Nobody is in this campaign yet'
      : hasSeen
        ? 'That was the last page'
        : 'No page is waiting'
  return (
    <Empty title={title}>
      <p>
        {people > 0 && (isMissingOnly ? 'There are no more pages with something missing. ' : '')}
        <a href={hrefOf('campaigns', id)}>Back to the campaign</a>
        {people > 0 && status === 'draft' && ', to open it'}
        {people === 0 && ', to add people'}.
      </p>
      {people > 0 && status === 'draft' && may('editor') && (
        <div class="buttons">
          <button type="button" class="primary" disabled={open.isRunning} onClick={open.run}>
            Open the campaign
          </button>
        </div>
      )}
      {open.failure && <Failed failure={open.failure} onTryAgain={open.tryAgain} />}
    </Empty>
  )
}

function ApproveAll({ id, waiting, onDone }: { id: string; waiting: number; onDone: () => void }) {
  const act = async () => {
    await ask('POST /v1/campaigns/:id/review', {
      params: { id },
      json: { people: 'all', review: 'approved' },
    })
    onDone()
  }
  return (
    <div class="buttons">
      <AskFirst yes="Approve all" isDangerous={false} title="Approve all pages?" act={act}>
        <p>
          {count(waiting, 'page')} {waiting === 1 ? 'is' : 'are'} approved without being looked at.
        </p>
      </AskFirst>
    </div>
  )
}
