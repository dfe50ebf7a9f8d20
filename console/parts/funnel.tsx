import { formatNumber } from './format.ts'

export interface FunnelFigures {
  people: number
  came: number
  reached: number
}

/** Invited, came, goal: three figures, each with a bar as wide as its share of those invited. */
export function Funnel({ people, came, reached }: FunnelFigures) {
  const steps = [
    { title: 'Invited', value: people },
    { title: 'Came', value: came },
    { title: 'Goal', value: reached },
  ]
  return (
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
  )
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
