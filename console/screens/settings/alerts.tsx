import { useState } from 'preact/hooks'
import type { Alert, AlertTest } from '../../../service/messages/alerts/operations.ts'
import { ask } from '../../api/client.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { FirstRows } from '../../parts/first-rows.tsx'
import { listOf } from '../../parts/format.ts'
import { State } from '../../parts/state.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { AlertForm, signWords } from './alert-form.tsx'
import { Answered, Deliveries } from './answered.tsx'

/** Who is told in Slack, Teams or by mail, with what the receivers answered. */
export function Alerts() {
  const loaded = useLoaded(async (signal) => (await ask('GET /v1/alerts', { signal })).alerts)
  const [isMaking, setMaking] = useState(false)
  return (
    <section class="card" aria-labelledby="alerts">
      <div class="heading">
        <h2 id="alerts">Alerts</h2>
        <button type="button" onClick={() => setMaking(true)}>
          New alert
        </button>
      </div>
      <Awaited loaded={loaded}>
        {(alerts) =>
          alerts.length === 0 ? (
            <Empty title="No alert yet">
              <p>
                An alert tells your team in Slack, in Teams or by mail the moment somebody should be called,
                or when a page is broken. Make one, and try it with Test.
              </p>
            </Empty>
          ) : (
            <FirstRows rows={alerts}>
              {(shown) => (
                <ul class="stack listed">
                  {shown.map((alert) => (
                    <Listed key={alert.id} alert={alert} onChange={loaded.reload} />
                  ))}
                </ul>
              )}
            </FirstRows>
          )
        }
      </Awaited>
      {isMaking && <AlertForm onMade={loaded.reload} onClose={() => setMaking(false)} />}
    </section>
  )
}

function Listed({ alert, onChange }: { alert: Alert; onChange: () => void }) {
  const { id, when, seconds, owner, at, state, deliveries } = alert
  const [isChanging, setChanging] = useState(false)
  const { drop } = useDraft(`alert ${id}`)
  const [tested, setTested] = useState<AlertTest>()
  const test = useAction(async () => {
    setTested(undefined)
    setTested(await ask('POST /v1/alerts/:id/test', { params: { id } }))
    onChange()
  })
  const remove = async () => {
    await ask('DELETE /v1/alerts/:id', { params: { id } })
    // What was typed to change it would be asked about for ever.
    drop()
    onChange()
  }
  const { kind, where } = receiverOf(alert)
  return (
    <li class="tight">
      <p>
        <strong>{kind}</strong> <Breakable text={where} />{' '}
        {state === 'off' && <State tone="bad">switched off</State>}
      </p>
      <p class="quiet">
        {at === 'once' ? 'Tells at once when ' : 'Tells each morning that '}
        {listOf(
          when.map((sign) =>
            sign === 'read' && seconds ? `somebody reads something for ${seconds} s` : signWords[sign],
          ),
        )}
        {owner ? `; only of people with ${owner.column} “${owner.value}”` : ''}.
      </p>
      {state === 'off' && (
        <p class="quiet">
          Nothing is sent: the receiver did not accept it. Fix it there and choose <em>Test</em>, or choose{' '}
          <em>Change</em> and give another: either switches it on again.
        </p>
      )}
      <Deliveries
        all={deliveries.map(({ what, response, ...delivery }) => ({
          ...delivery,
          key: `${delivery.at} ${what}`,
          what: what === 'morning' ? 'what was gathered' : signWords[what],
          answer: response,
        }))}
      />
      <div class="buttons">
        <button
          type="button"
          title={`Send ${kind} a test message`}
          disabled={test.isRunning}
          onClick={test.run}
        >
          {test.isRunning ? 'Sending…' : 'Test'}
        </button>
        <button type="button" title={`The alert to ${kind}`} onClick={() => setChanging(true)}>
          Change
        </button>
        <AskFirst yes="Delete" hint={`The alert to ${kind}`} title="Delete this alert?" act={remove}>
          <p>
            {kind} is told nothing more, not even what is gathered for tomorrow morning. This cannot be
            undone.
          </p>
        </AskFirst>
      </div>
      <p role="status" class="quiet">
        {tested && <Tested kind={kind} {...tested} />}
      </p>
      {test.failure && <Failed failure={test.failure} onTryAgain={test.tryAgain} />}
      {isChanging && <AlertForm alert={alert} onMade={onChange} onClose={() => setChanging(false)} />}
    </li>
  )
}

function Tested({ kind, status, response }: AlertTest & { kind: string }) {
  if (status > 0)
    return (
      <>
        {kind} answered: <Answered status={status} answer={response} />
      </>
    )
  return (
    <>
      {kind} was not reached: <Answered error={response || undefined} />
      {kind !== 'Mail' && ` Look at the address: copy it again from ${kind}.`}
    </>
  )
}

/** Where an alert goes, without the secret part of its address. */
function receiverOf({ to }: Alert): { kind: string; where: string } {
  if (to.mail)
    return { kind: 'Mail', where: to.mail.length > 0 ? listOf(to.mail) : 'nobody: all unsubscribed' }
  const url = to.slack ?? to.teams ?? ''
  const host = URL.canParse(url) ? new URL(url).host : ''
  const where = `${host} …${url.slice(-4)}`
  return { kind: to.slack ? 'Slack' : 'Teams', where }
}
