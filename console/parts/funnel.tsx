import { count, formatNumber, formatTime } from './format.ts'

interface FunnelFigures {
  people: number
  came: number
  reached: number
  /** Visits, not people: by machines, and those that are not decided yet. */
  machines: number
  unsure: number
  decidedAt?: string
}

/** Invited, visited, goal: three figures, and a bar that has their lengths. Below it, how many visits are in none of them. */
export function Funnel({ people, came, reached, ...visits }: FunnelFigures) {
  const steps = [
    { title: 'Invited', value: people },
    { title: 'Visited', value: came },
    { title: 'Goal', value: reached },
  ]
  return (
    <div class="tight funnel">
      <dl class="row">
        {steps.map(({ title, value }) => (
          <div key={title}>
            <dt class="small">{title}</dt>
            <dd>
              <strong class="large">{formatNumber(value)}</strong>
              {title !== 'Invited' && value > 0 && <span class="quiet"> {shareOf(value, people)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Lengths {...{ people, came, reached }} />
      {visits.machines + visits.unsure > 0 && <p class="quiet">{beside(visits)}</p>}
    </div>
  )
}

/** Who was invited, visited, and reached the goal, as three lengths of one bar. */
export function Lengths({ people, came, reached }: Pick<FunnelFigures, 'people' | 'came' | 'reached'>) {
  const width = (value: number) => `${(value / (people || 1)) * 100}%`
  return (
    <svg class="lengths" aria-hidden="true">
      <rect width={width(people)} height="100%" />
      <rect width={width(came)} height="100%" />
      <rect width={width(reached)} height="100%" />
    </svg>
  )
}

/** Such as `31 visits were by machines. 2 visits may be machines; decided by 7:31.` */
function beside({ machines, unsure, decidedAt }: Pick<FunnelFigures, 'machines' | 'unsure' | 'decidedAt'>) {
  const visits = `${count(machines, 'visit was by a machine', 'visits were by machines')}.`
  const may = count(unsure, 'visit may be a machine', 'visits may be machines')
  const open = `${may}${decidedAt ? `; decided by ${formatTime(decidedAt)}` : ''}.`
  return [...(machines > 0 ? [visits] : []), ...(unsure > 0 ? [open] : [])].join(' ')
}

/** A share: `12 %`, `0.6 %`. A few of many are never shown as 0 %, and almost all never as 100 %. */
export function shareOf(part: number, whole: number): string {
  if (whole === 0) return ''
  const percent = (part / whole) * 100
  if (percent > 0 && percent < 0.1) return '< 0.1 %'
  if (percent < 1) return `${formatNumber(Math.round(percent * 10) / 10)} %`
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100} %`
}
