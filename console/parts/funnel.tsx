import { formatNumber } from './format.ts'

interface FunnelFigures {
  people: number
  came: number
  reached: number
  /** Visits, not people: by machines, and of which it is not known yet. */
  machines: number
  unsure: number
}

/**
 * Invited, came, goal: three figures, each with a bar as wide as its share of those invited. Below them, how many visits
 * are in none of them.
 */
export function Funnel({ people, came, reached, machines, unsure }: FunnelFigures) {
  const steps = [
    { title: 'Invited', value: people },
    { title: 'Came', value: came },
    { title: 'Goal', value: reached },
  ]
  return (
    <>
      <dl class="funnel">
        {steps.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <FunnelStep value={value} whole={people} isShare={title !== 'Invited'} />
            </dd>
          </div>
        ))}
      </dl>
      {machines + unsure > 0 && <p class="quiet">{beside(came, machines, unsure)}</p>}
    </>
  )
}

/** Such as `24 came; 31 visits were by machines; of 2 it is not known yet`. */
function beside(came: number, machines: number, unsure: number): string {
  const visits =
    machines === 1 ? '1 visit was by a machine' : `${formatNumber(machines)} visits were by machines`
  const unknown = unsure === 0 ? '' : `; of ${formatNumber(unsure)} it is not known yet`
  return `${formatNumber(came)} came; ${visits}${unknown}`
}

interface FunnelStepProps {
  value: number
  /** How many were invited. */
  whole: number
  /** Whether it also shows the share. Default: false. */
  isShare?: boolean
}

/** One figure of a funnel, with its bar. */
export function FunnelStep({ value, whole, isShare = false }: FunnelStepProps) {
  return (
    <span class="step">
      <strong>{formatNumber(value)}</strong>
      {isShare && whole > 0 && <span class="quiet"> {shareOf(value, whole)}</span>}
      <progress max={whole || 1} value={value} aria-hidden="true" />
    </span>
  )
}

/** A share: `12 %`, `0.6 %`. A few of many are never shown as 0 %, and almost all never as 100 %. */
function shareOf(part: number, whole: number): string {
  const percent = (part / whole) * 100
  if (percent > 0 && percent < 0.1) return '< 0.1 %'
  if (percent < 1) return `${formatNumber(Math.round(percent * 10) / 10)} %`
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100} %`
}
