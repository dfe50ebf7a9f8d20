import { useCallback } from 'preact/hooks'
import { address, changeQuery, hrefOf } from '../../address.ts'
import { type Campaign, fetchCampaigns } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Empty } from '../../parts/empty.tsx'
import { Funnel } from '../../parts/funnel.tsx'
import { Heading } from '../../parts/heading.tsx'
import { Paged } from '../../parts/paged.tsx'
import { Time } from '../../parts/time.tsx'
import { NewCampaignForm } from './new-campaign.tsx'
import { StatusOfCampaign } from './status.tsx'

/** All campaigns, each with its funnel, and the way to a new one. */
export function CampaignsScreen() {
  const isMaking = address.value.query.has('new')
  const ask = useCallback((cursor?: string, signal?: AbortSignal) => fetchCampaigns(cursor, signal), [])
  if (isMaking) return <NewCampaignForm />
  return (
    <>
      <div class="heading">
        <Heading text="Campaigns" />
        {may('editor') && <NewButton />}
      </div>
      <Paged ask={ask} one="campaign" empty={<NoCampaigns />}>
        {(campaigns) => (
          <ul class="campaigns">
            {campaigns.map((campaign) => (
              <Listed key={campaign.id} campaign={campaign} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  )
}

function NewButton() {
  return (
    <button type="button" class="primary" onClick={() => changeQuery({ new: '1' })}>
      New campaign
    </button>
  )
}

function Listed({ campaign }: { campaign: Campaign }) {
  const { id, name, template, language, updatedAt } = campaign
  return (
    <li class="card">
      <div class="heading">
        <h2>
          <a href={hrefOf('campaigns', id)}>{name}</a>
        </h2>
        <StatusOfCampaign campaign={campaign} />
      </div>
      <p class="quiet">
        {template} · {language} · changed <Time at={updatedAt} />
      </p>
      <Funnel {...campaign} />
    </li>
  )
}

function NoCampaigns() {
  return (
    <Empty title="No campaign yet">
      <p>
        A campaign takes a list of people, for example the CSV file that your CRM exports, and gives you a
        link for each of them. Later it tells you who came and what they did.
      </p>
      {may('editor') ? (
        <p>Begin with “New campaign”.</p>
      ) : (
        <p>Your role can look at campaigns. Somebody with the role “editor” can make one.</p>
      )}
    </Empty>
  )
}
