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
            <strong>{formatNumber(value)}</strong>
            {title !== 'Invited' && people > 0 && <span class="quiet"> {shareOf(value, people)}</span>}
          </dd>
          <progress max={people || 1} value={value} aria-hidden="true" />
        </div>
      ))}
    </dl>
  )
}

function shareOf(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`
}
