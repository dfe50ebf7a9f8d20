import { signal } from '@preact/signals'
import { formatAgo, formatMoment, timeZone } from './format.ts'

const minuteMs = 60_000

/** How many minutes the console is open: whoever leaves it open overnight does not read `today` of yesterday. */
const minutes = signal(0)
setInterval(() => {
  minutes.value++
}, minuteMs)

/** A moment in everyday words, which go on with the time. The title has its exact time and zone. */
export function Time({ at }: { at: string }) {
  // What is read here renders it again.
  void minutes.value
  return (
    <time dateTime={at} title={`${formatMoment(at)} (${timeZone})`}>
      {formatAgo(at)}
    </time>
  )
}
