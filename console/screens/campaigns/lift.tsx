import { useMemo, useRef, useState } from 'preact/hooks'
import type { Lift } from '../../../service/campaigns/lift/lift.ts'
import type { Campaign } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import { count, formatDay, formatNumber } from '../../parts/format.ts'
import type { Plotted } from '../../parts/plot.ts'
import { PlotOrTable } from '../../parts/plot-or-table.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** Whether it worked: the answer once people of both groups came, and whether the pages lack a goal. */
export function useLift({ id, control, came, reached }: Campaign): {
  answer?: Lift | undefined
  hasNoGoal: boolean
} {
  const loaded = useLoaded(
    async (signal) =>
      control > 0 ? ask('GET /v1/campaigns/:id/lift', { params: { id }, signal }) : undefined,
    [id, control],
    `${came} ${reached}`,
  )
  const lift = loaded.state === 'there' ? loaded.value : undefined
  return {
    answer: lift?.groups.every((group) => group.came > 0) ? lift : undefined,
    // Of a campaign with a control group only a goal can be missing.
    hasNoGoal: loaded.state === 'failed' && loaded.failure.status === 409,
  }
}

/** What to do if nothing can be compared. */
export function NoGoal() {
  return (
    <p class="quiet">
      The pages have no goal, so there is nothing to compare. Open the template on the page, mark what counts
      as the goal if nothing is, and update the pages.
    </p>
  )
}

/** Did it work? The answer in a sentence; once there is a verdict, the two rates, and the difference day by day. */
export function LiftCard({ lift, canTell = true }: { lift: Lift; canTell: boolean | undefined }) {
  const { balance, verdict } = lift
  return (
    <section class="card" aria-labelledby="lift">
      <h2 id="lift">Did it work?</h2>
      {!balance.invited.ok && (
        <p class="notice bad" role="alert">
          The groups do not have the sizes that they should have, so do not believe the figures. The pages of
          one group may not all be made, or people of one group may have been erased.
        </p>
      )}
      {verdict === 'too-early' ? (
        <p>{sentenceOf(lift, canTell)}</p>
      ) : (
        <>
          <p class="large">
            <strong>{sentenceOf(lift, canTell)}</strong>
          </p>
          <Rates lift={lift} />
        </>
      )}
    </section>
  )
}

function Rates({ lift }: { lift: Lift }) {
  const { groups, days } = lift
  return (
    <>
      <ul class="stack">
        {groups.map(({ group, came, reached, people }) => (
          <li key={group} class="tight">
            <span>{groupWords[group]}</span>
            <RateBar lift={lift} group={group} />
            <span class="quiet">
              {formatNumber(reached)} of {formatNumber(people)} invited; {formatNumber(came)} visited
            </span>
          </li>
        ))}
      </ul>
      <p class="quiet">
        Shaded: 95 % range. {ofThoseWhoCame(groups)} Do not compare these two: a page that holds people longer
        has more of them count as visitors.
      </p>
      {days.length > 1 && <Days lift={lift} />}
    </>
  )
}

const groupWords = { personal: 'Personal page', control: 'Control group: the page as it is' } as const

/** A share, with a decimal if both groups have so few that whole numbers would not tell them apart. */
function percentOf(share: number, { personal, control }: Lift): string {
  const isFine = Math.max(personal?.rate ?? 0, control?.rate ?? 0) < 0.05
  return `${formatNumber(roundedPercent(share, isFine))} %`
}

function roundedPercent(share: number, isFine: boolean): number {
  const steps = isFine ? 10 : 1
  return Math.round(share * 100 * steps) / steps
}

/** A difference in points, with its sign: `+12`, `−4`, `+0.3`. */
function pointsOf(share: number): string {
  const points = roundedPercent(share, Math.abs(share) < 0.01)
  return `${points < 0 ? '−' : points > 0 ? '+' : ''}${formatNumber(Math.abs(points))}`
}

/** The answer, in words that can be repeated to others. */
function sentenceOf(lift: Lift, canTell: boolean): string {
  const { personal, control, difference, verdict } = lift
  if (!personal || !control || !difference) return ''
  const rates = `Of those invited to a personal page ${percentOf(personal.rate, lift)} reached the goal, of the control group ${percentOf(control.rate, lift)}.`
  const between = `the difference lies between ${pointsOf(difference.low)} and ${pointsOf(difference.high)} points`
  if (verdict === 'better') return `${rates} The personal pages are better: ${between}.`
  if (verdict === 'worse') return `${rates} The personal pages are worse: ${between}.`
  if (verdict === 'not-sure-yet') return `${rates} Not sure yet: ${between}.`
  return canTell
    ? `${rates} Too early to say: so few people show nothing yet.`
    : `${rates} The list is too small to ever tell whether that is chance.`
}

/** Such as `Of those who visited, 35 % reached the goal with a personal page, 23 % in the control group.` */
function ofThoseWhoCame(groups: Lift['groups']): string {
  const [personal, control] = groups.map(({ came, reached }) => Math.round((reached / came) * 100))
  return `Of those who visited, ${personal} % reached the goal with a personal page, ${control} % in the control group.`
}

/** Where the bars of both groups end: a round share above what either may have. */
function mostOf({ personal, control }: Lift): number {
  const high = Math.max(personal?.high ?? 0, control?.high ?? 0)
  const steps = high < 0.1 ? 100 : 10
  return Math.min(1, (Math.floor(high * steps) + 1) / steps)
}

/** A rate as a point, with its interval as a band: nobody knows one as long as all have reached the goal, or none. */
function RateBar({ lift, group }: { lift: Lift; group: 'personal' | 'control' }) {
  const { [group]: rate } = lift
  if (!rate) return null
  const x = (share: number) => (share / mostOf(lift)) * 100
  const fill = group === 'control' ? 'var(--quiet)' : 'var(--visits)'
  return (
    <span class="rate">
      <strong>{percentOf(rate.rate, lift)}</strong>
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect fill="var(--hover)" width="100" height="12" />
        <rect fill={fill} opacity="0.35" x={x(rate.low)} width={x(rate.high) - x(rate.low)} height="12" />
        <rect fill={fill} x={Math.max(0, x(rate.rate) - 0.5)} width="1" height="12" />
      </svg>
      <span class="quiet">
        {rate.low < rate.high
          ? `${percentOf(rate.low, lift)} to ${percentOf(rate.high, lift)}`
          : 'no range yet'}
      </span>
    </span>
  )
}

/** The difference day by day, folded; to copy as a picture. */
function Days({ lift: { days } }: { lift: Lift }) {
  const [isOpen, setOpen] = useState(false)
  const [told, setTold] = useState('')
  const section = useRef<HTMLDivElement>(null)
  const plotted = useMemo(() => differenceOf(days), [days])
  const copyPicture = () =>
    pictureOf(section.current).then(
      () => setTold('Copied'),
      () => setTold('The browser did not allow it: take a screenshot.'),
    )
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The difference in points, day by day</summary>
      {isOpen && (
        <div class="stack" ref={section}>
          <PlotOrTable
            plotted={plotted}
            label={`Plot of the difference in points with its range, ${count(days.length, 'day')}.`}
            table={<DaysTable days={days} />}
            beside={
              <button type="button" class="plain" onClick={copyPicture}>
                {told || 'Copy as picture'}
              </button>
            }
          />
          <p class="quiet">
            You may look at it every day: of twenty campaigns without any effect, it says better or worse for
            one at most. Days are in UTC.
          </p>
        </div>
      )}
    </details>
  )
}

/** The difference in points with its interval as a band. The first days may have intervals beyond everything that can be. */
function differenceOf(days: Lift['days']): Plotted {
  const valuesOf = (bound: 'high' | 'low' | 'estimate') =>
    days.map(({ difference }) => (difference ? Math.max(-100, Math.min(100, difference[bound] * 100)) : null))
  const bound = { color: '--quiet', width: 1, dash: [2, 3] }
  return {
    days: days.map(({ day }) => day),
    lines: [
      { ...bound, label: 'At most', values: valuesOf('high') },
      { ...bound, label: 'At least', values: valuesOf('low') },
      { label: 'Difference', color: '--visits', pointPx: 8, values: valuesOf('estimate') },
    ],
    band: [1, 2],
    range: (least, largest) => [Math.min(-5, least), Math.max(5, largest)],
    axis: {
      size: 56,
      values: (_plot, ticks) => ticks.map((tick) => (tick > 0 ? `+${tick}` : `${tick}`.replace('-', '−'))),
    },
  }
}

/** Puts the plot into the clipboard, on the ground of its card. */
async function pictureOf(holder: HTMLElement | null): Promise<void> {
  const plot = holder?.querySelector('canvas')
  const picture = document.createElement('canvas')
  const context = picture.getContext('2d')
  if (!holder || !plot || !context) throw new Error('no plot')
  Object.assign(picture, { width: plot.width, height: plot.height })
  context.fillStyle = getComputedStyle(holder).getPropertyValue('--card')
  context.fillRect(0, 0, plot.width, plot.height)
  context.drawImage(plot, 0, 0)
  const blob = new Promise<Blob>((resolve, reject) =>
    picture.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture')))),
  )
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
}

function DaysTable({ days }: Pick<Lift, 'days'>) {
  return (
    <Table
      caption="The difference by day, in points"
      rows={[...days].reverse()}
      keyOf={({ day }) => day}
      columns={[
        { title: 'Up to (UTC)', cell: ({ day }) => formatDay(day) },
        {
          title: 'Personal',
          isNumber: true,
          cell: ({ personal }) => `${personal.reached} of ${personal.people}`,
        },
        {
          title: 'As it is',
          isNumber: true,
          cell: ({ control }) => `${control.reached} of ${control.people}`,
        },
        {
          title: 'Difference',
          isNumber: true,
          cell: ({ difference }) =>
            difference
              ? `${pointsOf(difference.estimate)} (${pointsOf(difference.low)} to ${pointsOf(difference.high)})`
              : '–',
        },
      ]}
    />
  )
}
