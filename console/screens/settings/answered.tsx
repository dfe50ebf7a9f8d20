import { failureWords } from '../../../wire/failure-words.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { formatNumber } from '../../parts/format.ts'
import { grouped } from '../../parts/grouped.ts'
import { State } from '../../parts/state.tsx'
import { Time } from '../../parts/time.tsx'

interface Answer {
  /** Of HTTP; without it nothing was answered. */
  status?: number | undefined
  error?: string | undefined
  answer?: string | undefined
}

interface Delivery extends Answer {
  key: string
  at: string
  what: string
}

/** The latest messages to a receiver, with what it answered; the same answer to the same message is told once. */
export function Deliveries({ all }: { all: Delivery[] }) {
  if (all.length === 0) return null
  const same = grouped(all, ({ what, status, error, answer }) => `${what} ${status} ${error} ${answer}`)
  return (
    <ul>
      {[...same.values()].slice(0, 3).map((alike) =>
        alike.slice(0, 1).map(({ key, at, what, ...answer }) => (
          <li key={key}>
            <Time at={at} /> {what} <Answered {...answer} />
            {alike.length > 1 && <span class="quiet"> {formatNumber(alike.length)} times</span>}
          </li>
        )),
      )}
    </ul>
  )
}

/** What a receiver answered, and what it means. */
export function Answered({ status = 0, error, answer }: Answer) {
  const isReceived = status >= 200 && status < 300
  const words = failureWords(error ?? (status > 0 ? String(status) : 'nothing'))
  return (
    <>
      <State tone={isReceived ? 'good' : 'bad'}>{isReceived ? status : words}</State>
      {answer && (
        <>
          {' '}
          “<Breakable text={answer} />”
        </>
      )}
      {!isReceived && answer && meanings[answer] && ` ${meanings[answer]}`}
    </>
  )
}

/** What Slack means by its errors. */
const meanings: Record<string, string> = {
  no_service: 'The webhook was deleted or switched off in Slack: make a new one there.',
  no_team: 'The workspace does not exist any more.',
  channel_not_found: 'The channel was deleted.',
  channel_is_archived: 'The channel is archived.',
  action_prohibited: 'An admin of the workspace does not allow it.',
  invalid_token: 'The address is not whole: copy it again from Slack.',
}
