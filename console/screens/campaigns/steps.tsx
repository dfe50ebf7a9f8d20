import { hrefOf } from '../../address.ts'
import type { Campaign, CampaignReview, CampaignStatus } from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { count, formatNumber } from '../../parts/format.ts'
import type { Action } from '../../parts/use-action.ts'
import { LinksFile } from './links-file.tsx'

interface StepsProps {
  campaign: Campaign
  /** Undefined until it is read. */
  review: CampaignReview | undefined
  change: Action<[CampaignStatus]>
  file: Action<[]>
}

/** The way to the links, in a line: what is done, the one button that is next, and what follows. */
export function Steps({ campaign: { id, status, people, problems }, review, change, file }: StepsProps) {
  const waiting = review?.waiting ?? people
  const steps = [
    {
      title: `List ${formatNumber(people)}`,
      next: 'Add people',
      href: `${hrefOf('campaigns', id)}#add`,
      isDone: true,
    },
    {
      title: problems > 0 ? `Problems ${formatNumber(problems)}` : 'No problems',
      next: `Correct ${count(problems, 'line')}`,
      href: hrefOf('campaigns', id, { tab: 'problems' }),
      isDone: problems === 0,
    },
    {
      title: `Reviewed ${formatNumber(people - waiting)} of ${formatNumber(people)}`,
      next: `Review ${count(waiting, 'page')}`,
      href: hrefOf('campaigns', id, { review: '1' }),
      isDone: waiting === 0,
    },
    { title: 'Open', next: 'Open', isDone: status !== 'draft' },
  ].map((step) => ({ ...step, isDone: step.isDone && people > 0 }))
  // Once it is open its links can go out, whatever was not looked at.
  const current = status === 'draft' || people === 0 ? steps.findIndex(({ isDone }) => !isDone) : steps.length
  const isCurrent = (at: number) => (at === current ? 'step' : undefined)
  return (
    <ol class="row way" aria-label="Steps to the links">
      {steps.map(({ title, next, href, isDone }, at) => (
        <li key={title} class={isDone ? 'done' : ''} aria-current={isCurrent(at)}>
          {isDone && <span class="visually-hidden">Done: </span>}
          {href && (people > 0 || at === current) ? (
            <a class={at === current ? 'button primary' : ''} href={href}>
              {at === current ? next : title}
            </a>
          ) : status === 'draft' && people > 0 && may('editor') && !href ? (
            <button
              type="button"
              class={at === current ? 'primary' : 'link'}
              disabled={change.isRunning}
              onClick={() => change.run('open')}
            >
              Open
            </button>
          ) : (
            title
          )}
        </li>
      ))}
      <li aria-current={isCurrent(steps.length)}>
        <LinksFile {...{ id, file }} className={current === steps.length ? 'button primary' : ''} />
      </li>
    </ol>
  )
}
