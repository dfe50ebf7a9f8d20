import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { nameOfItem } from '../../../wire/analytics-words.ts'
import { hrefOf } from '../../address.ts'
import { readPersonOf } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import type { RecordSummary, Summary } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Copy } from '../../parts/copy.tsx'
import { formatDuration } from '../../parts/format.ts'
import { LookAt } from '../../parts/look-at.tsx'
import { PagePicture } from '../../parts/page-picture.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { WordsForOne } from '../../parts/words-for-one.tsx'
import { isRead, readPageOf } from '../today/interest.ts'

/** A page of somebody, which is read when it is opened. */
export function PageOf({ record, isFirst }: { record: RecordSummary; isFirst: boolean }) {
  const { campaign, template } = record
  return (
    <Unfolded title={campaign ? `${campaign.name}, ${template}` : template} isFirst={isFirst}>
      {() => <Opened record={record} />}
    </Unfolded>
  )
}

interface UnfoldedProps {
  title: string
  /** Whether it is open at first. */
  isFirst: boolean
  children: () => ComponentChildren
}

function Unfolded({ title, isFirst, children }: UnfoldedProps) {
  const [isOpen, setOpen] = useState(isFirst)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  )
}

function Opened({ record }: { record: RecordSummary }) {
  const { id, campaign, link } = record
  const loaded = useLoaded((signal) => ask('GET /results/content/:id', { params: { id }, signal }), [id])
  const invited = useLoaded(
    async (signal) => (campaign ? readPersonOf(campaign.id, id, signal) : undefined),
    [campaign, id],
  )
  return (
    <div class="stack">
      {invited.state === 'there' && invited.value?.group === 'control' && (
        <p class="quiet">Control group: sees the original page</p>
      )}
      {link ? (
        <Awaited loaded={loaded}>{({ items }) => <AsRead record={record} items={items} />}</Awaited>
      ) : (
        <p class="quiet">The template names no page.</p>
      )}
      <span class="buttons">
        {link && <Copy text={link} label="Copy link" />}
        {link && <LookAt link={link} content={id} isOpen={campaign?.open ?? true} />}
        {campaign && <a href={hrefOf('campaigns', campaign.id)}>Campaign</a>}
      </span>
      <Unfolded title="Words" isFirst={false}>
        {() => (
          <section class="stack" aria-label="Words">
            <p class="quiet">Changed words are for this person alone, and stay when pages are updated.</p>
            <WordsForOne content={id} page={link} />
          </section>
        )}
      </Unfolded>
    </div>
  )
}

/** The page with what they saw, read and clicked coloured on it, and for how long they read what. */
function AsRead({ record: { id, prospect }, items }: { record: RecordSummary; items: Summary['items'] }) {
  const did = items.filter(({ visits }) => visits > 0).map((item) => ({ ...item, item: item.id }))
  const read = did.filter(isRead).sort((one, other) => other.ms - one.ms)
  return (
    <>
      <PagePicture src={readPageOf({ content: id, items: did })} title={`Page of ${prospect}`} />
      {read.length > 0 && (
        <ul class="tight reading" aria-label="Time read">
          {read.map((item) => (
            <li key={item.id}>
              <span>{nameOfItem(item)}</span>
              {read.length > 1 && <progress max={read[0]?.ms} value={item.ms} aria-hidden="true" />}
              <span class="quiet">{formatDuration(item.ms)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
