import { itemName } from '../../../wire/item-name.ts'
import { hrefOf } from '../../address.ts'
import type { Broken, BrokenItem } from '../../api/today.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { count } from '../../parts/format.ts'

/** What is broken for visitors or programs, each with a link to where it can be fixed. */
export function Faults({ faults }: { faults: Broken[] }) {
  return (
    <section class="card" aria-labelledby="broken">
      <h2 id="broken">What is broken</h2>
      <ul class="faults">
        {faults.map((fault) => (
          <li key={keyOf(fault)}>
            <Words fault={fault} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Says that nothing is broken. */
export function NothingBroken() {
  return (
    <section class="card" aria-labelledby="broken">
      <h2 id="broken">What is broken</h2>
      <p class="quiet">
        Nothing: the latest visits found every element and picture, and every message to another program
        arrived.
      </p>
    </section>
  )
}

function keyOf(fault: Broken): string {
  if (fault.kind === 'callback') return `callback ${fault.url}`
  if (fault.kind === 'picture') return `picture ${fault.campaign} ${fault.url}`
  if (fault.kind === 'more-pictures') return fault.kind
  return `${fault.kind} ${fault.template} ${fault.selector} ${fault.type}`
}

function Words({ fault }: { fault: Broken }) {
  if (fault.kind === 'callback')
    return (
      <>
        <p>
          <code>
            <Breakable text={fault.url} />
          </code>{' '}
          did not take {count(fault.deliveries, 'message')}.
        </p>
        <p class="quiet">
          {fault.error ?? 'It did not answer with 2xx'}. Mend the receiver, then send them again with{' '}
          <code>npm run motif -- callbacks retry all</code>.
        </p>
      </>
    )
  if (fault.kind === 'picture')
    return (
      <>
        <p>
          The picture{' '}
          <code>
            <Breakable text={fault.url} />
          </code>{' '}
          does not exist: {count(fault.people, 'person', 'people')} of{' '}
          <a href={hrefOf('campaigns', fault.campaign)}>{fault.name}</a> would not see it.
        </p>
        <p class="quiet">
          Put it there, or change <a href={hrefOf('templates', fault.template)}>{fault.template}</a>; then
          choose <em>Make anew</em> in the campaign.
        </p>
      </>
    )
  if (fault.kind === 'more-pictures')
    return (
      <p>
        And {count(fault.pictures, 'more picture')} that people would not see: each campaign lists its own
        under <em>Missing values</em>.
      </p>
    )
  const { template, visits, of } = fault
  const { what, mend } = wordsOf(fault)
  return (
    <>
      <p>
        <strong title={fault.selector}>{itemName(fault)}</strong> of{' '}
        <a href={hrefOf('templates', template)}>{template}</a> {what} in {visits} of the last{' '}
        {count(of, 'visit')}.
      </p>
      <p class="quiet">{mend}</p>
    </>
  )
}

function wordsOf({ kind, type }: BrokenItem): { what: string; mend: string } {
  if (kind === 'missing')
    return {
      what: 'was not found on the page',
      mend: 'The page has changed: pick the element again, or take the item out.',
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
