import { useState } from 'preact/hooks'
import type { AlertSign } from '../../../service/base/outbox/happenings.ts'
import type { Alert, AlertBody } from '../../../service/messages/alerts/operations.ts'
import { ask } from '../../api/client.ts'
import { useDraft } from '../../parts/drafts.ts'
import { Checks, SelectField, TextField } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'

/** What an alert tells of, as the end of “Tells when”. */
export const signWords: Record<AlertSign, string> = {
  'first-visit': 'somebody visits for the first time',
  goal: 'somebody reaches the goal',
  return: 'somebody comes back',
  read: 'somebody reads something for a while',
  'page-broken': 'a page is broken',
  'campaign-complete': 'a campaign is complete',
  'deliveries-failed': 'deliveries to other programs fail',
}

const kinds = { slack: 'Slack', teams: 'Microsoft Teams', mail: 'Mail' }

/** What the form has at first. */
const first = {
  kind: 'slack' as keyof typeof kinds,
  url: '',
  addresses: '',
  when: ['goal'] as AlertSign[],
  seconds: 30,
  column: '',
  value: '',
  at: 'once' as Alert['at'],
}

type Wanted = typeof first

const receiverHelp = {
  mail: 'Up to 20, separated by commas. Each can unsubscribe by itself.',
  slack:
    'In Slack: Apps → Incoming Webhooks → Add to a channel. The address begins with https://hooks.slack.com/services/.',
  teams: 'In the channel: … → Workflows → “Post to a channel when a webhook request is received”.',
}

interface AlertFormProps {
  /** The one that is changed; without it a new one is made. */
  alert?: Alert
  onMade: () => void
  onClose: () => void
}

/** A dialog that asks where, when and of whom an alert tells, and shows what it will say. */
export function AlertForm({ alert, onMade, onClose }: AlertFormProps) {
  const id = alert?.id
  const {
    value = alert ? wantedOf(alert) : first,
    keep,
    drop,
  } = useDraft<Wanted>(id ? `alert ${id}` : 'new alert')
  const isMail = value.kind === 'mail'
  const change = (part: Partial<Wanted>) => keep({ ...value, ...part })
  const [problem, setProblem] = useState<string>()
  const store = useAction(async (key: string, wanted: Wanted) => {
    const json = bodyOf(wanted)
    if (id) await ask('PUT /v1/alerts/:id', { params: { id }, json })
    else await ask('POST /v1/alerts', { json, key })
    drop()
    onMade()
    onClose()
  })

  function submit() {
    const wrong = problemOf(value)
    setProblem(wrong)
    if (!wrong) store.run(value)
  }

  return (
    <FormDialog
      title={alert ? 'Change alert' : 'New alert'}
      yes={alert ? 'Save' : 'Create'}
      action={store}
      isIncomplete={value.when.length === 0}
      onSubmit={submit}
      {...{ drop, onClose }}
    >
      <SelectField
        label="Where to"
        value={value.kind}
        options={kinds}
        onChange={(kind) => change({ kind })}
      />
      <TextField
        label={isMail ? 'Addresses' : 'Address of the webhook'}
        help={receiverHelp[value.kind]}
        problem={problem}
        type={isMail ? 'text' : 'url'}
        value={isMail ? value.addresses : value.url}
        spellcheck={false}
        placeholder={isMail ? '' : 'https://'}
        onInput={(typed) => change(isMail ? { addresses: typed } : { url: typed })}
      />
      <Checks label="Tell when" options={signWords} chosen={value.when} onChange={(when) => change({ when })}>
        {value.when.includes('read') && (
          <TextField
            label="For how long, in seconds"
            type="number"
            min={1}
            max={3600}
            value={value.seconds}
            onInput={(typed) => change({ seconds: Number(typed) })}
          />
        )}
      </Checks>
      {value.when.length > 0 && <Preview when={value.when} seconds={value.seconds} />}
      <SelectField
        label="How soon"
        help="At once may be at night. What is gathered comes in one message each morning."
        value={value.at}
        options={{ once: 'At once', morning: 'Gathered, each morning' }}
        onChange={(at) => change({ at })}
      />
      <fieldset class="tiles">
        <legend>Only some people</legend>
        <TextField
          label="Column of the list"
          help="Such as owner. Leave it empty for everybody."
          value={value.column}
          onInput={(column) => change({ column })}
        />
        <TextField
          label="Says"
          help="Such as Tom Reed."
          value={value.value}
          onInput={(said) => change({ value: said })}
        />
      </fieldset>
    </FormDialog>
  )
}

/** What the alert will say, of the latest visitor, for the sign that was ticked last. */
function Preview({ when, seconds }: Pick<Wanted, 'when' | 'seconds'>) {
  const sign = when.at(-1) ?? 'goal'
  const isKnown = seconds >= 1 && seconds <= 3600
  const loaded = useLoaded(
    (signal) => {
      const json = { when: [sign], ...(sign === 'read' && isKnown && { seconds }) }
      return ask('POST /v1/alerts/preview', { json, signal })
    },
    [sign, isKnown, seconds],
  )
  if (loaded.state !== 'there') return null
  const { icon, who, about, what, details } = loaded.value
  return (
    <figure class="notice">
      <figcaption class="quiet">It will say</figcaption>
      <p>
        {icon} <strong>{who}</strong>
        {about && `, ${about},`} {what}
      </p>
      <p class="quiet">{[...details, 'Open'].join(' · ')}</p>
    </figure>
  )
}

/** What an alert was asked for with. */
function wantedOf({ to, when, seconds = first.seconds, owner, at }: Alert): Wanted {
  return {
    kind: to.mail ? 'mail' : to.teams ? 'teams' : 'slack',
    url: to.slack ?? to.teams ?? '',
    addresses: to.mail?.join(', ') ?? '',
    when,
    seconds,
    column: owner?.column ?? '',
    value: owner?.value ?? '',
    at,
  }
}

function addressesOf({ addresses }: Wanted): string[] {
  return addresses.split(/[\s,;]+/).filter(Boolean)
}

function problemOf(wanted: Wanted): string | undefined {
  if (wanted.kind === 'mail') return addressesOf(wanted).length > 0 ? undefined : 'Give at least one address.'
  return /^https?:\/\/./i.test(wanted.url.trim()) ? undefined : 'Paste the whole address, from https:// on.'
}

function bodyOf(wanted: Wanted): AlertBody {
  const { kind, url, when, seconds, column, value, at } = wanted
  return {
    to: kind === 'mail' ? { mail: addressesOf(wanted) } : { [kind]: url.trim() },
    when,
    ...(when.includes('read') && { seconds }),
    ...(column.trim() && { owner: { column: column.trim(), value: value.trim() } }),
    at,
  }
}
