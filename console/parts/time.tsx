import { formatAgo, formatMoment, timeZone } from './format.ts'

/** A moment in everyday words. The title has its exact time and zone. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${formatMoment(at)} (${timeZone})`}>
      {formatAgo(at)}
    </time>
  )
}
