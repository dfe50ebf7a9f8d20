import { useState } from 'preact/hooks'
import { address, hrefOf } from '../../address.ts'
import { type Campaign, fileOf, readCampaign } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { formatNumber } from '../../parts/format.ts'
import { Funnel } from '../../parts/funnel.tsx'
import { Heading } from '../../parts/heading.tsx'
import { PageFaults } from '../../parts/page-faults.tsx'
import { Tabs, tabInAddress } from '../../parts/tabs.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { AddPeople, againWords } from './add-people.tsx'
import { CampaignActions } from './campaign-actions.tsx'
import { DraftCard } from './draft.tsx'
import { CampaignFiguresOverTime } from './figures.tsx'
import { Gaps } from './gaps.tsx'
import { InvitedPeople } from './invited.tsx'
import { LiftCard } from './lift.tsx'
import { LinksFile } from './links-file.tsx'
import { ReviewScreen } from './review.tsx'
import { StatusOfCampaign } from './status.tsx'
import { UnusableLines } from './unusable-lines.tsx'

/** How soon the campaign is read again: while pages are being made, and otherwise. */
const busyMs = 1000
const calmMs = 10_000
/** So long after a list was added, some pages of people who were there already have been made again. */
const remadeMs = 3000

/** One campaign, or the review of its pages. */
export function CampaignScreen({ id }: { id: string }) {
  return address.value.query.has('review') ? <ReviewScreen id={id} /> : <CampaignOverview id={id} />
}

/** One campaign: its funnel, who is in it, what is missing, its files. */
function CampaignOverview({ id }: { id: string }) {
  const loaded = useLoaded((signal) => readCampaign(id, signal), [id])
  const isBusy = loaded.state === 'there' && loaded.value.completed < loaded.value.people
  useRefresh(loaded, loaded.state !== 'there' ? undefined : isBusy ? busyMs : calmMs)
  return (
    <>
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={hrefOf('campaigns')}>Campaigns</a>
      </nav>
      {loaded.state === 'failed' && <Heading text="Campaign" />}
      <Awaited loaded={loaded}>
        {(campaign) => <Shown campaign={campaign} onChange={loaded.reload} />}
      </Awaited>
    </>
  )
}

const tabs = { people: 'People', problems: 'Problems', gaps: 'Missing values', figures: 'Figures' }

function Shown({ campaign, onChange }: { campaign: Campaign; onChange: () => void }) {
  const { id, name, template, language, people, completed, problems } = campaign
  const tab = tabInAddress(tabs)
  const [added, setAdded] = useState(0)
  const onAdded = () => {
    setAdded((times) => times + 1)
    onChange()
    // Pages of people who were there already may be made again before that is seen.
    setTimeout(() => setAdded((times) => times + 1), remadeMs)
  }
  return (
    <>
      <div class="heading">
        <Heading text={name} />
        <StatusOfCampaign campaign={campaign} />
      </div>
      <p class="quiet">
        <a href={hrefOf('templates', template)}>{template}</a> · {language}
      </p>
      {campaign.control > 0 && <LiftCard campaign={campaign} />}
      <PageFaults template={template} />
      <Funnel {...campaign} />
      <NamedAgain />
      {campaign.status === 'draft' && <DraftCard campaign={campaign} onChange={onChange} />}
      {completed < people && (
        <label class="progress">
          <span>
            {formatNumber(completed)} of {formatNumber(people)} pages made
          </span>
          <progress max={people} value={completed} />
        </label>
      )}
      <div class="buttons">
        <LinksFile campaign={campaign} />
        <a class="button" href={fileOf(id, 'results')} download>
          Download results
        </a>
        {campaign.status !== 'draft' && people > 0 && (
          <a class="button" href={hrefOf('campaigns', id, { review: '1' })}>
            Review
          </a>
        )}
        {may('editor') && <CampaignActions campaign={campaign} onChange={onChange} />}
      </div>
      {may('editor') && <AddPeople campaign={campaign} onAdded={onAdded} />}
      <Tabs
        label="Parts of the campaign"
        tabs={{ ...tabs, problems: problems > 0 ? `Problems (${formatNumber(problems)})` : 'Problems' }}
      />
      {tab === 'people' && <InvitedPeople campaign={campaign} added={added} onChange={onChange} />}
      {tab === 'problems' && <UnusableLines campaign={campaign} onChange={onChange} />}
      {tab === 'gaps' && <Gaps campaign={campaign} onChange={onChange} />}
      {tab === 'figures' && <CampaignFiguresOverTime campaign={campaign} />}
    </>
  )
}

/** Says once, right after the campaign was created, that its list has more lines than people. */
function NamedAgain() {
  const again = Number(address.value.query.get('again'))
  if (!(again > 0)) return null
  return (
    <p class="notice" role="status">
      {againWords(again)}
    </p>
  )
}
