import { useCallback } from 'preact/hooks'
import { address, hrefOf } from '../../address.ts'
import { type Campaign, type CampaignPerson, listInvited } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Copy } from '../../parts/copy.tsx'
import { Empty } from '../../parts/empty.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { LookAt } from '../../parts/look-at.tsx'
import { cutOf, NameOf } from '../../parts/person-cells.tsx'
import { SearchField } from '../../parts/search.tsx'
import { type ListWanted, SortedList } from '../../parts/sorted-list.tsx'
import { State } from '../../parts/state.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { AddPeople } from './add-people.tsx'
import { tenthsMade } from './status.tsx'
import { UtmValues } from './utm-values.tsx'

interface InvitedPeopleProps {
  campaign: Campaign
  /** Another number once a list was added. */
  added: number
  onAdded: () => void
  onChange: () => void
}

/** Who is in the campaign, with link, page and visits; by default in the order of the lists. */
export function InvitedPeople({ campaign, added, onAdded, onChange }: InvitedPeopleProps) {
  const { id, people, came, reached, status, utm = {} } = campaign
  const isLackingOnly = address.value.query.get('missing') === 'true'
  const read = useCallback(
    (wanted: ListWanted, signal?: AbortSignal) =>
      listInvited(id, isLackingOnly ? { ...wanted, missing: 'true' } : wanted, signal),
    [id, isLackingOnly],
  )
  return (
    <section class="stack" aria-label="People of the campaign">
      <div class="row tools">
        <SearchField label="Search the people of this campaign" placeholder="Name, address or company" />
        {may('editor') && <AddPeople campaign={campaign} onAdded={onAdded} />}
        <UtmValues campaign={campaign} onSaved={onChange} />
      </div>
      {isLackingOnly && (
        <p class="notice">
          Only people whose page lacks something. <a href={hrefOf('campaigns', id)}>Show everybody</a>
        </p>
      )}
      <SortedList
        read={read}
        usualSort="line"
        // The links carry the utm values.
        version={`${tenthsMade(campaign)} ${people} ${came} ${reached} ${added} ${JSON.stringify(utm)}`}
        one="person"
        many="people"
        empty={<Nobody isLackingOnly={isLackingOnly} />}
        caption="People of the campaign"
        className="short one-line invited"
        columns={columnsOf(status === 'open')}
        keyOf={({ line, content }) => content ?? line}
      />
    </section>
  )
}

const columnsOf = (isOpen: boolean): Column<CampaignPerson>[] => [
  {
    title: 'Person',
    cell: ({ prospect, name, email, company }) => {
      const label = name ?? email ?? company ?? 'unknown'
      return prospect ? <NameOf id={prospect} label={label} /> : label
    },
  },
  { title: 'Company', cell: ({ company }) => cutOf(company) },
  { title: 'Page', cell: (person) => <PageOf {...{ person, isOpen }} /> },
  { title: 'Visits', sort: 'visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
  {
    title: 'Last visit',
    sort: 'lastVisit',
    isLastFirst: true,
    cell: ({ lastVisitAt }) => (lastVisitAt ? <Time at={lastVisitAt} /> : '–'),
  },
  { title: 'Goal', cell: ({ reached }) => (reached ? <State tone="good">reached</State> : '–') },
]

function PageOf({ person, isOpen }: { person: CampaignPerson; isOpen: boolean }) {
  const { link, content, status, gaps, name, email, group } = person
  const campaign = address.value.of
  if (status !== 'completed') return <State tone="odd">being made</State>
  const notWritten = gaps.filter((gap) => gap.notWritten).length
  const missing = gaps.length - notWritten
  return (
    <>
      {link && content && <LookAt {...{ link, content, isOpen }} />}{' '}
      {group === 'control' && <State>control</State>}{' '}
      {gaps.length > 0 && (
        <a class="plain" href={hrefOf('campaigns', campaign, { tab: 'gaps' })}>
          {missing > 0 && <State tone="odd">{count(missing, 'missing value')}</State>}
          {notWritten > 0 && <State tone="odd">{count(notWritten, 'text')} not written</State>}
        </a>
      )}{' '}
      {link && <Copy text={link} label="Copy link" of={name ?? email ?? 'this person'} />}
    </>
  )
}

function Nobody({ isLackingOnly }: { isLackingOnly: boolean }) {
  const [title, text] = isLackingOnly
    ? ['Nothing is missing', 'Nobody’s page lacks a text, a picture or a link.']
    : ['Nobody is in this campaign yet', 'Add a list above. Each person in it gets their own link.']
  return (
    <Empty title={title}>
      <p>{text}</p>
    </Empty>
  )
}
