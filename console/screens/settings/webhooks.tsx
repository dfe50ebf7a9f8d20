import { useState } from 'preact/hooks'
import type { WebhookEvent } from '../../../service/base/outbox/happenings.ts'
import type { Webhook, WebhookBody } from '../../../service/messages/webhook-operations.ts'
import { ask } from '../../api/client.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { Checks, TextField } from '../../parts/field.tsx'
import { FirstRows } from '../../parts/first-rows.tsx'
import { listOf } from '../../parts/format.ts'
import { State } from '../../parts/state.tsx'
import { useAction } from '../../parts/use-action.ts'
import { type Loaded, useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { Answered, Deliveries } from './answered.tsx'
import { NewSecret } from './new-secret.tsx'

const eventTitles: Record<WebhookEvent, string> = {
  'visit.started': 'somebody visits (visit.started)',
  'goal.reached': 'somebody reaches the goal (goal.reached)',
  'campaign.completed': 'all pages of a campaign are ready (campaign.completed)',
  'content.completed': 'a page is ready (content.completed)',
}

/** The webhooks with their latest deliveries. */
export function Webhooks() {
  const loaded = useLoaded(async (signal) => (await ask('GET /v1/webhooks', { signal })).webhooks)
  const [isMaking, setMaking] = useState(false)
  return (
    <section class="card" aria-labelledby="webhooks">
      <div class="heading">
        <h3 id="webhooks">Webhooks</h3>
        <button type="button" onClick={() => setMaking(true)}>
          New webhook
        </button>
      </div>
      <Awaited loaded={loaded}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title="No webhook yet">
              <p>A webhook tells another program, such as a CRM, the moment somebody visits.</p>
            </Empty>
          ) : (
            <FirstRows rows={webhooks}>
              {(shown) => (
                <ul class="stack listed">
                  {shown.map((webhook) => (
                    <Listed key={webhook.id} webhook={webhook} all={loaded} />
                  ))}
                </ul>
              )}
            </FirstRows>
          )
        }
      </Awaited>
      {isMaking && (
        <NewWebhook
          onClose={() => {
            setMaking(false)
            loaded.reload()
          }}
        />
      )}
    </section>
  )
}

function Listed({ webhook, all }: { webhook: Webhook; all: Loaded<Webhook[]> }) {
  const { id, url, events, state, deliveries } = webhook
  const [tested, setTested] = useState<string>()
  const answer = deliveries.find((delivery) => delivery.id === tested)
  const test = useAction(async () => {
    setTested(undefined)
    setTested((await ask('POST /v1/webhooks/:id/test', { params: { id } })).id)
  })
  useRefresh(all, tested !== undefined && !answer ? waitingMs : undefined)
  return (
    <li class="tight">
      <p>
        <code>
          <Breakable text={url} />
        </code>{' '}
        {state === 'off' && <State tone="bad">switched off: it did not answer</State>}
      </p>
      <p class="quiet">Tells when {listOf(events.map((event) => eventTitles[event]))}.</p>
      <Deliveries
        all={deliveries.map((delivery) => ({ ...delivery, key: delivery.id, what: delivery.event }))}
      />
      <div class="buttons">
        <button type="button" disabled={test.isRunning} onClick={test.run}>
          Test
        </button>
        <AskFirst
          yes="Delete"
          title="Delete this webhook?"
          act={() => ask('DELETE /v1/webhooks/:id', { params: { id } }).then(all.reload)}
        >
          <p>
            <code>
              <Breakable text={url} />
            </code>{' '}
            gets no more messages. This cannot be undone.
          </p>
        </AskFirst>
      </div>
      <p role="status" class="quiet">
        {tested && !answer && 'A test event is on its way.'}
        {answer && (
          <>
            The test was answered: <Answered {...answer} />
          </>
        )}
      </p>
      {test.failure && <Failed failure={test.failure} onTryAgain={test.tryAgain} />}
    </li>
  )
}

/** How soon the deliveries are read again until a test was answered. */
const waitingMs = 500

function NewWebhook({ onClose }: { onClose: () => void }) {
  const { value, keep, drop } = useDraft<WebhookBody>('new webhook')
  const { url, events }: WebhookBody = value ?? { url: 'https://', events: ['visit.started', 'goal.reached'] }
  const [secret, setSecret] = useState<string>()
  const create = useAction(async (_key: string, wanted: WebhookBody) => {
    setSecret((await ask('POST /v1/webhooks', { json: wanted })).secret)
    drop()
  })

  return (
    <NewSecret
      title="New webhook"
      shown="Copy its secret now, for the program that checks the messages: it is not shown again."
      {...{ secret, action: create, drop, onClose }}
      isIncomplete={events.length === 0}
      onSubmit={() => create.run({ url: url.trim(), events })}
    >
      <TextField
        label="URL"
        help="Where the messages go, by POST."
        type="url"
        value={url}
        spellcheck={false}
        onInput={(typed) => keep({ url: typed, events })}
      />
      <Checks
        label="Tell it when"
        options={eventTitles}
        chosen={events}
        onChange={(chosen) => keep({ url, events: chosen })}
      />
    </NewSecret>
  )
}
