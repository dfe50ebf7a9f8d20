import { asWritten } from '../../wire/bare-name.ts'
import { itemName } from '../../wire/item-name.ts'
import { isOfPreview } from '../../wire/targets.ts'
import { hrefOf } from '../address.ts'
import type { Broken, BrokenItem, BrokenPage, SeveralElements } from '../api/today.ts'
import { Breakable } from './breakable.tsx'
import { contentWords } from './content-words.ts'
import { count, formatNumber } from './format.ts'
import { Time } from './time.tsx'

/** What is broken for visitors or programs, each with a link to where it can be fixed. */
export function ListOfFaults({ faults }: { faults: readonly Broken[] }) {
  return (
    <ul class="stack">
      {faults.map((fault) => (
        <li key={keyOf(fault)} class="tight">
          <Words fault={fault} />
        </li>
      ))}
    </ul>
  )
}

function keyOf(fault: Broken): string {
  if (fault.kind === 'callback' || fault.kind === 'webhook') return `${fault.kind} ${fault.url}`
  if (fault.kind === 'page') return `${fault.what} ${fault.template}`
  if (fault.kind === 'connection') return `${fault.name} ${fault.problem}`
  return `${fault.kind} ${fault.template} ${fault.selector} ${fault.type}`
}

/** The first thing that is broken, in its words, and how many more. */
export function FirstFault({ faults }: { faults: readonly Broken[] }) {
  const [first, ...others] = faults
  if (!first) return null
  return (
    <div class="notice bad row first-fault">
      <Words fault={first} />
      <a href="#broken">{others.length > 0 ? `and ${formatNumber(others.length)} more` : 'What to do'}</a>
    </div>
  )
}

/** What is broken, and what mends it. */
function Words({ fault }: { fault: Broken }) {
  if (fault.kind === 'webhook' || fault.kind === 'callback') return <ReceiverWords fault={fault} />
  if (fault.kind === 'connection')
    return (
      <>
        <p>
          <strong>{fault.name}</strong> is not connected as it should be.
        </p>
        <p class="quiet">{fault.problem} Motif tries again by itself.</p>
      </>
    )
  if (fault.kind === 'page') return <PageWords fault={fault} />
  if (fault.kind === 'several' || fault.visits === 0) return <CheckedWords fault={fault} />
  const { template, visits, of } = fault
  const { what, mend } = wordsOf(fault)
  return (
    <>
      <p>
        <strong title={asWritten(fault.selector)}>{itemName(fault)}</strong> of{' '}
        <a href={hrefOf('templates', template)}>{template}</a> {what}{' '}
        {of === 1 ? 'in the last visit' : `in ${visits} of the last ${of} visits`}.
      </p>
      <p class="quiet">{mend}</p>
    </>
  )
}

function ReceiverWords({ fault }: { fault: Extract<Broken, { kind: 'callback' | 'webhook' }> }) {
  const isWebhook = fault.kind === 'webhook'
  return (
    <>
      <p>
        <code>
          <Breakable text={fault.url} />
        </code>{' '}
        did not accept {count(fault.deliveries, isWebhook ? 'event' : 'message')}
        {isWebhook && ' of a webhook'}.
      </p>
      <p class="quiet">
        {fault.error ?? 'It did not answer with 2xx'}. Fix the receiver, then{' '}
        {isWebhook ? (
          <a href={hrefOf('settings')}>choose Test at its webhook</a>
        ) : (
          <>
            send them again with <code>npm run motif -- callbacks retry all</code>
          </>
        )}
        .
      </p>
    </>
  )
}

function PageWords({ fault: { template, what, checkedAt } }: { fault: BrokenPage }) {
  const isGone = what === 'gone'
  return (
    <>
      <p>
        The page of <a href={hrefOf('templates', template)}>{template}</a>{' '}
        <strong>{isGone ? 'is gone' : 'has no tag'}</strong>:{' '}
        {isGone ? 'visitors see an error instead.' : 'all visitors see it as it is, and nothing is measured.'}
      </p>
      <p class="quiet">
        {isGone ? (
          'Put it back, or give the template its new address.'
        ) : (
          <a href={hrefOf('templates', template, { tab: 'tag' })}>
            Copy the tag and paste it into the page’s head.
          </a>
        )}
        <Checked at={checkedAt} />
      </p>
    </>
  )
}

function Checked({ at }: { at: string }) {
  return (
    <>
      {' '}
      Checked <Time at={at} />.
    </>
  )
}

/** An item that the page's HTML shows to be wrong, before anybody has visited. */
function CheckedWords({ fault }: { fault: BrokenItem | SeveralElements }) {
  const { template, type, selector, checkedAt } = fault
  return (
    <>
      <p>
        <strong title={asWritten(selector)}>{itemName(fault)}</strong> of{' '}
        <a href={hrefOf('templates', template)}>{template}</a>{' '}
        {fault.kind === 'several'
          ? `is in ${formatNumber(fault.matches)} places now, where one was picked: visitors see the same ${contentWords[type].lost} in all of them.`
          : `is not on the page any more: visitors see what the page shows there, without the ${contentWords[type].lost} for them.`}
      </p>
      <p class="quiet">
        Pick the element again with <em>Edit on the page</em>, or take the item out.
        {checkedAt && <Checked at={checkedAt} />}
      </p>
    </>
  )
}

function wordsOf({ kind, type, selector }: BrokenItem): { what: string; mend: string } {
  if (kind === 'missing')
    return {
      what: 'was not found on the page',
      mend: 'The page has changed: pick the element again, or take the item out.',
    }
  if (isOfPreview(selector))
    return {
      what: 'was not made personal',
      mend: 'Only the edge does that, for the preview of the link in chats and mails: these visits did not come through it.',
    }
  if (type === 'src')
    return {
      what: 'gets a picture that does not load',
      mend: 'Look at the address that the template gives, and whether that picture exists.',
    }
  return {
    what: 'gets what is not allowed there',
    mend: 'Look at what the template gives, and whether the element can take it.',
  }
}
