import { hrefOf } from '../../address.ts'
import { readRecordsOf } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { count } from '../../parts/format.ts'
import { PagePicture } from '../../parts/page-picture.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { Timeline } from '../people/timeline.tsx'
import type { ListedCall } from './call-row.tsx'
import { readPageOf } from './interest.ts'

/** The chosen person: their page with what they read coloured on it, and their visits. */
export function ChosenPerson({ call: { person, company } }: { call: ListedCall }) {
  const { prospect, label, campaign, owner, role, company: at } = person
  const src = readPageOf(person)
  const records = useLoaded((signal) => readRecordsOf(prospect, signal), [prospect], src)
  return (
    <aside class="card chosen" aria-labelledby="chosen">
      <div>
        {company && <p>{`${company.name} · ${count(company.people, 'person', 'people')}`}</p>}
        <h2 id="chosen">
          <Breakable text={label} />
        </h2>
        <p>{[role, at].filter(Boolean).join(', ')}</p>
        <p class="quiet">
          {campaign && <a href={hrefOf('campaigns', campaign.id)}>{campaign.name}</a>}
          {campaign && owner && ' · '}
          {owner && <Breakable text={owner} />}
        </p>
      </div>
      <PagePicture src={src} title={`Page of ${label}`} />
      <Awaited loaded={records}>{(all) => <Timeline records={all} />}</Awaited>
    </aside>
  )
}
