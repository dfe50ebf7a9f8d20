import type { Prospect } from '../../../service/prospects/operations.ts'
import { hrefOf } from '../../address.ts'
import { ask } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { Heading } from '../../parts/heading.tsx'
import { cutOf, NameOf } from '../../parts/person-cells.tsx'
import { SearchField } from '../../parts/search.tsx'
import { type ListWanted, SortedList } from '../../parts/sorted-list.tsx'
import type { Column } from '../../parts/table.tsx'
import { Tabs, tabInAddress } from '../../parts/tabs.tsx'
import { Time } from '../../parts/time.tsx'
import { LinksOfEverybody } from './links.tsx'

const tabs = { people: 'Everybody', links: 'Links' }

/** Everybody whom the organization knows, or all of their links. */
export function PeopleScreen() {
  return (
    <>
      <div class="heading">
        <Heading text="People" />
        <SearchField label="Search people" placeholder="Name, address or company" />
      </div>
      <Tabs label="Parts of People" tabs={tabs} keepsSearch />
      {tabInAddress(tabs) === 'links' ? <LinksOfEverybody /> : <Everybody />}
    </>
  )
}

/** Everybody, by default the newest first. */
function Everybody() {
  return (
    <SortedList
      read={listPeople}
      usualSort="-created"
      one="person"
      many="people"
      empty={nobody}
      caption="People"
      className="short one-line people"
      columns={columns}
      keyOf={({ id }) => id}
    />
  )
}

async function listPeople(query: ListWanted, signal?: AbortSignal) {
  const { prospects, ...rest } = await ask('GET /v1/prospects', { query: { ...query }, signal })
  return { rows: prospects, ...rest }
}

/** The short label of a person: name, address, company or domain. */
export function labelOf({ name, email, company, domain }: Prospect): string {
  return name ?? email ?? company ?? domain ?? 'unknown'
}

const columns: Column<Prospect>[] = [
  {
    title: 'Name',
    sort: 'name',
    cell: (person) => <NameOf id={person.id} label={labelOf(person)} />,
  },
  { title: 'E-mail', cell: ({ email }) => cutOf(email) },
  { title: 'Company', cell: ({ company }) => cutOf(company) },
  { title: 'Role', cell: ({ role }) => cutOf(role) },
  { title: 'Since', sort: 'created', isLastFirst: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

const nobody = (
  <Empty title="Nobody yet">
    <p>
      People come with the list of a campaign.{' '}
      <a href={hrefOf('campaigns', undefined, { new: '1' })}>Make one</a>, or create them by the API.
    </p>
  </Empty>
)
