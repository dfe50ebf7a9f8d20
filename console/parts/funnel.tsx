import { formatNumber } from './format.ts'

export interface FunnelFigures {
  people: number
  came: number
  reached: number
}

/** Invited, came, goal: three figures with a bar each, as wide as their share of those invited. */
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
  /** Whether it says its share as well. */
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

function shareOf(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`
}
