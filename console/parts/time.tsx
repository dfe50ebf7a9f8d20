import { formatAgo, formatMoment, timeZone } from './format.ts'

/** A moment as people say it; its exact time and zone are its title. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={`${formatMoment(at)} (${timeZone})`}>
      {formatAgo(at)}
    </time>
  )
}
