import { address, changeQuery, hrefOf } from '../../address.ts'
import { type Campaign, fetchCampaigns } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Empty } from '../../parts/empty.tsx'
import { FunnelStep } from '../../parts/funnel.tsx'
import { Heading } from '../../parts/heading.tsx'
import { SortedList } from '../../parts/sorted-list.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { NewCampaignForm } from './new-campaign.tsx'
import { StatusOfCampaign } from './status.tsx'

/** All campaigns, each with its funnel, and a button for a new one. */
export function CampaignsScreen() {
  if (address.value.query.has('new')) return may('editor') ? <NewCampaignForm /> : <NoNewCampaign />
  return (
    <>
      <div class="heading">
        <Heading text="Campaigns" />
        {may('editor') && <NewButton />}
      </div>
      <SortedList
        read={fetchCampaigns}
        usualSort="-created"
        one="campaign"
        empty={() => <NoCampaigns />}
        caption="Campaigns"
        className="campaigns"
        columns={columns}
        keyOf={({ id }) => id}
      />
    </>
  )
}

/** For whoever follows a link to a new campaign, and may only look. */
function NoNewCampaign() {
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={hrefOf('campaigns')}>Campaigns</a>
      </nav>
      <Heading text="New campaign" />
      <p class="notice">{lookOnly}</p>
    </>
  )
}

const lookOnly = 'Your role can look at campaigns. Somebody with the role “editor” can make one.'

function NewButton() {
  return (
    <button type="button" class="primary" onClick={() => changeQuery({ new: '1' })}>
      New campaign
    </button>
  )
}

const columns: Column<Campaign>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf('campaigns', id)}>{name}</a> },
  { title: 'Template', cell: ({ template, language }) => `${template}, ${language}` },
  { title: 'State', cell: (campaign) => <StatusOfCampaign campaign={campaign} /> },
  { title: 'Invited', isNumber: true, cell: ({ people }) => <FunnelStep value={people} whole={people} /> },
  {
    title: 'Came',
    isNumber: true,
    cell: ({ came, people }) => <FunnelStep value={came} whole={people} isShare />,
  },
  {
    title: 'Goal',
    isNumber: true,
    cell: ({ reached, people }) => <FunnelStep value={reached} whole={people} isShare />,
  },
  { title: 'Made', sort: 'created', isLastFirst: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

function NoCampaigns() {
  return (
    <Empty title="No campaign yet">
      <p>
        A campaign takes a list of people, for example the CSV file that your CRM exports, and gives you a
        link for each of them. Later it tells you who came and what they did.
      </p>
      {may('editor') ? <p>Begin with “New campaign”.</p> : <p>{lookOnly}</p>}
    </Empty>
  )
}
