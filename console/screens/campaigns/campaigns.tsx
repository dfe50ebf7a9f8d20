import { address, changeQuery, hrefOf } from '../../address.ts'
import type { Campaign } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { Empty } from '../../parts/empty.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Lengths, shareOf } from '../../parts/funnel.tsx'
import { Heading } from '../../parts/heading.tsx'
import { type ListWanted, SortedList } from '../../parts/sorted-list.tsx'
import type { Column } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { NewCampaignForm } from './new-campaign.tsx'
import { StatusOfCampaign } from './status.tsx'

/** All campaigns, each with its funnel, and a button for a new one. */
export function CampaignsScreen() {
  const isNew = address.value.query.has('new')
  if (isNew && may('editor')) return <NewCampaignForm />
  return (
    <>
      <div class="heading">
        <Heading text="Campaigns" />
        {may('editor') && (
          <button type="button" class="primary" onClick={() => changeQuery({ new: '1' })}>
            New campaign
          </button>
        )}
      </div>
      {isNew && <p class="notice">{lookOnly}</p>}
      <SortedList
        read={listCampaigns}
        usualSort="-created"
        one="campaign"
        empty={<NoCampaigns />}
        caption="Campaigns"
        className="short campaigns"
        columns={columns}
        keyOf={({ id }) => id}
      />
    </>
  )
}

async function listCampaigns({ sort, cursor }: ListWanted, signal?: AbortSignal) {
  const { campaigns, ...rest } = await ask('GET /v1/campaigns', { query: { sort, cursor }, signal })
  return { rows: campaigns, ...rest }
}

const lookOnly = 'Your role can look at campaigns. Somebody with the role “editor” can make one.'

const columns: Column<Campaign>[] = [
  { title: 'Name', sort: 'name', cell: ({ id, name }) => <a href={hrefOf('campaigns', id)}>{name}</a> },
  { title: 'Template', cell: ({ template, language }) => `${template}, ${language}` },
  { title: 'State', cell: (campaign) => <StatusOfCampaign campaign={campaign} /> },
  { title: 'Invited', isNumber: true, cell: ({ people }) => formatNumber(people) },
  {
    title: 'Visited',
    isNumber: true,
    cell: ({ came, people, reached }) => (
      <>
        {formatNumber(came)} <span class="quiet">{shareOf(came, people)}</span>
        {came > 0 && <Lengths {...{ people, came, reached }} />}
      </>
    ),
  },
  {
    title: 'Goal',
    isNumber: true,
    cell: ({ reached, people }) => (
      <>
        {formatNumber(reached)} <span class="quiet">{shareOf(reached, people)}</span>
      </>
    ),
  },
  { title: 'Created', sort: 'created', isLastFirst: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
]

function NoCampaigns() {
  return (
    <Empty title="No campaign yet">
      <p>
        A campaign takes a list of people, for example the CSV file that your CRM exports, and gives you a
        link for each of them. Later it tells you who visited and what they did.
      </p>
      {may('editor') ? <p>Begin with “New campaign”.</p> : <p>{lookOnly}</p>}
    </Empty>
  )
}
