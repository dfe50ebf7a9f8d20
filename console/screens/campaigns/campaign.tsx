import { useState } from 'preact/hooks'
import { address, hrefOf } from '../../address.ts'
import {
  type Campaign,
  type CampaignStatus,
  changeCampaign,
  readCampaign,
  readReview,
} from '../../api/campaigns.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { Funnel } from '../../parts/funnel.tsx'
import { Heading } from '../../parts/heading.tsx'
import { PageFaults } from '../../parts/page-faults.tsx'
import { Tabs, tabInAddress } from '../../parts/tabs.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { CampaignActions } from './campaign-actions.tsx'
import { groupsWords, linksWords } from './control-group.tsx'
import { CampaignFiguresOverTime } from './figures.tsx'
import { Gaps } from './gaps.tsx'
import { InvitedPeople } from './invited.tsx'
import { LiftCard, NoGoal, useLift } from './lift.tsx'
import { useLinksFile } from './links-file.tsx'
import { ReviewScreen } from './review.tsx'
import { StatusOfCampaign } from './status.tsx'
import { Steps } from './steps.tsx'
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
      <nav class="small" aria-label="Breadcrumb">
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
  const { id, name, template, language, status, people, problems } = campaign
  const tab = tabInAddress(tabs)
  const [added, setAdded] = useState(0)
  const [opened, setOpened] = useState(false)
  const onAdded = () => {
    setAdded((times) => times + 1)
    onChange()
    // Pages of people who were there already may be made again before that is seen.
    setTimeout(() => setAdded((times) => times + 1), remadeMs)
  }
  const change = useAction(async (_key: string, to: CampaignStatus) => {
    await changeCampaign(id, { status: to })
    setOpened(true)
    onChange()
  })
  const file = useLinksFile(campaign)
  const review = useLoaded((signal) => readReview(id, signal), [id], `${people} ${campaign.completed}`)
  const reviewed = review.state === 'there' ? review.value : undefined
  const lift = useLift(campaign)
  const areLinksOut = campaign.came + campaign.machines + campaign.unsure > 0
  const isOnItsWay = (status === 'draft' || status === 'open') && !areLinksOut
  return (
    <>
      <div class="heading">
        <div class="row">
          <Heading text={name} />
          <p class="quiet">
            <StatusOfCampaign campaign={campaign} />{' '}
            {status === 'draft' && 'Nobody sees the pages until you open it. '}
            <a href={hrefOf('templates', template)}>{template}</a> · {language}
            {!isOnItsWay && reviewed && <NotApproved {...{ id, people, waiting: reviewed.waiting }} />}
          </p>
        </div>
        <div class="buttons">
          <CampaignActions {...{ campaign, change, onChange }} onDownloadLinks={file.run} />
        </div>
      </div>
      {isOnItsWay && <Steps {...{ campaign, review: reviewed, change, file }} />}
      {file.question}
      {change.failure && <Failed failure={change.failure} onTryAgain={change.tryAgain} />}
      {opened && status === 'open' && (
        <p class="notice good" role="status">
          Open: {linksWords(people, reviewed?.groups)}. Download the links for your mailing.
        </p>
      )}
      <PageFaults template={template} />
      <Funnel {...campaign} />
      {lift.answer && reviewed && <LiftCard lift={lift.answer} canTell={reviewed.canTell} />}
      {lift.hasNoGoal && <NoGoal />}
      {reviewed?.groups && !lift.answer && !lift.hasNoGoal && <p class="quiet">{groupsWords(reviewed)}</p>}
      <Tabs
        label="Parts of the campaign"
        tabs={{ ...tabs, problems: problems > 0 ? `Problems (${formatNumber(problems)})` : 'Problems' }}
      />
      {tab === 'people' && <InvitedPeople {...{ campaign, added, onAdded, onChange }} />}
      {tab === 'problems' && <UnusableLines campaign={campaign} onChange={onChange} />}
      {tab === 'gaps' && <Gaps campaign={campaign} onChange={onChange} />}
      {tab === 'figures' && <CampaignFiguresOverTime campaign={campaign} />}
    </>
  )
}

/** How many pages wait, once some are approved. The steps say it until somebody has visited. */
function NotApproved({ id, people, waiting }: { id: string; people: number; waiting: number }) {
  if (waiting === 0 || waiting === people) return null
  return (
    <>
      {' · '}
      {formatNumber(waiting)} of {count(people, 'page')} {waiting === 1 ? 'is' : 'are'} not approved.{' '}
      <a href={hrefOf('campaigns', id, { review: '1' })}>Review</a>
    </>
  )
}
