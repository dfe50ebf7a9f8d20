import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { serve } from '../base/http/schemas/operation.ts'
import type { Jobs } from '../base/jobs/jobs.ts'
import { acceptTarget } from '../base/net/address-guard.ts'
import { alertSigns, mostWebhooks, type WebhookEvent } from '../base/outbox/happenings.ts'
import type { NoticeOutbox } from '../base/outbox/outbox.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { DomainError, invalidField } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import type { Config } from '../config.ts'
import { sendAlert } from './alerts/alert-text.ts'
import { type AlertSources, readSample } from './alerts/alert-words.ts'
import { type Alert, type AlertBody, alertOperations } from './alerts/operations.ts'
import { type AttemptOutcome, failed } from './attempt.ts'
import {
  type AcceptedAlert,
  type AlertRow,
  addTest,
  findAlert,
  insertAlert,
  insertWebhook,
  mostAlerts,
  readReceivers,
  removeReceiver,
  signOfType,
  switchOn,
  updateAlert,
} from './receivers-sql.ts'
import { makeSecret } from './secret.ts'
import { webhookOperations } from './webhook-operations.ts'

export interface MessageRoutesOptions {
  db: Database
  jobs: Pick<Jobs, 'wake'>
  outbox: Pick<NoticeOutbox, 'forget'>
  sources: AlertSources
  config: Pick<Config, 'allowPrivateAddresses'>
}

const longestTestMs = 60_000
/** Of `read`, if nothing is said. */
const defaultSeconds = 30

/** Registers `/webhooks` and `/alerts`: which programs and which people are told what. */
export function messageRoutes(app: FastifyInstance, options: MessageRoutesOptions): void {
  webhookRoutes(app, options)
  alertRoutes(app, options)
}

function webhookRoutes(app: FastifyInstance, { db, jobs, outbox, config }: MessageRoutesOptions): void {
  serve(app, webhookOperations.listWebhooks, async ({ owner: { organization } }) => {
    const rows = await readReceivers(db, organization, 'webhook')
    return {
      webhooks: rows.map(({ id, url, events, state, created_at, deliveries }) => ({
        id,
        url,
        events: events.split(' ') as WebhookEvent[],
        state,
        createdAt: created_at.toISOString(),
        deliveries: deliveries.map(({ type, ...attempt }) => ({ ...attempt, event: type })),
      })),
    }
  })

  serve(app, webhookOperations.createWebhook, async ({ owner: { organization }, body: { url, events } }) => {
    const target = await acceptTarget('url', url, config)
    const secret = makeSecret()
    const id = await insertWebhook(db, organization, { url: target, events: [...new Set(events)], secret })
    if (id === undefined) throw invalidField(`url: ${tooMany(mostWebhooks, 'webhooks')}`)
    outbox.forget(organization)
    return { id, secret }
  })

  serve(app, webhookOperations.deleteWebhook, async ({ owner: { organization }, params: { id } }) => {
    if (!isId(id) || !(await removeReceiver(db, organization, 'webhook', id))) throw unknown('webhook')
    outbox.forget(organization)
  })

  /** Even if it is off: a test that is received switches it on. */
  serve(app, webhookOperations.testWebhook, async ({ owner: { organization }, params: { id } }) => {
    const test = isId(id) ? await addTest(db, organization, id) : undefined
    if (test === undefined) throw unknown('webhook')
    jobs.wake('deliver')
    return { id: `msg_${test}` }
  })
}

function alertRoutes(app: FastifyInstance, options: MessageRoutesOptions): void {
  const { db, jobs, outbox, sources, config } = options

  async function show(organization: string, id: string): Promise<Alert> {
    const [row] = isId(id) ? await readReceivers(db, organization, 'alert', id) : []
    if (!row) throw unknown('alert')
    return toAlert(row)
  }

  function changed(organization: string): void {
    outbox.forget(organization)
    jobs.wake('watch')
  }

  serve(app, alertOperations.listAlerts, async ({ owner: { organization } }) => ({
    alerts: (await readReceivers(db, organization, 'alert')).map(toAlert),
  }))

  serve(app, alertOperations.createAlert, async (request) => {
    const { organization } = request.owner
    const wanted = await acceptAlert(request.body, config)
    const alert = await transact(db, async (trx) => {
      const row = await insertAlert(trx, organization, wanted)
      if (!row) throw invalidField(tooMany(mostAlerts, 'alerts'))
      const made = toAlert({ ...row, deliveries: [] })
      await request.remember(trx, made)
      return made
    })
    changed(organization)
    return alert
  })

  serve(app, alertOperations.getAlert, ({ owner, params }) => show(owner.organization, params.id))

  serve(app, alertOperations.changeAlert, async ({ owner: { organization }, params: { id }, body }) => {
    await show(organization, id)
    await updateAlert(db, organization, id, await acceptAlert(body, config))
    changed(organization)
    return show(organization, id)
  })

  serve(app, alertOperations.deleteAlert, async ({ owner: { organization }, params: { id } }) => {
    if (!isId(id) || !(await removeReceiver(db, organization, 'alert', id))) throw unknown('alert')
    outbox.forget(organization)
  })

  serve(app, alertOperations.testAlert, async (request) => {
    const { organization } = request.owner
    const { id } = request.params
    const alert = isId(id) ? await findAlert(db, organization, id) : undefined
    if (!alert) throw unknown('alert')
    const [sign = 'goal'] = signsOf(alert)
    const sample = await readSample(sources, organization, sign, alert.seconds ?? defaultSeconds)
    const title = 'A test of Motif’s alerts: this is what they look like'
    const text = { title, entries: [sample], more: 0, link: sample.link }
    const receivers = alert.kind === 'mail' ? alert.addresses : ['']
    const late = wait(longestTestMs, failed('no answer within a minute'), { ref: false })
    const attempts = receivers.map((address) =>
      Promise.race([sendAlert(alert, { address }, text, sources), late]),
    )
    const outcomes: AttemptOutcome[] = await Promise.all(attempts)
    const outcome =
      outcomes.find(({ error }) => error !== null) ?? outcomes[0] ?? failed('Everybody unsubscribed.')
    const told = { status: outcome.status ?? 0, response: outcome.answer ?? outcome.error ?? '' }
    const isReceived = outcome.error === null
    await transact(db, async (trx) => {
      if (isReceived) await switchOn(trx, alert)
      await request.remember(trx, told)
    })
    if (isReceived) outbox.forget(organization)
    return told
  })

  serve(app, alertOperations.previewAlert, async ({ owner, body }) => {
    const { when: [sign = 'goal'] = [], seconds = defaultSeconds } = body
    const { link: _, about, ...entry } = await readSample(sources, owner.organization, sign, seconds)
    return { ...entry, ...(about && { about }) }
  })
}

/** Checks what is wanted. Throws what is wrong with it. */
async function acceptAlert(
  { to: { slack, teams, mail }, when, seconds = defaultSeconds, owner, at = 'once' }: AlertBody,
  guard: Pick<Config, 'allowPrivateAddresses'>,
): Promise<AcceptedAlert> {
  const receivers = [slack, teams, mail].filter((receiver) => receiver !== undefined)
  if (receivers.length !== 1) throw invalidField('to: give one of slack, teams and mail.')
  const kind = mail ? 'mail' : slack === undefined ? 'teams' : 'slack'
  const url = mail ? null : await acceptTarget(`to.${kind}`, slack ?? teams ?? '', guard)
  return {
    kind,
    url,
    host: url === null ? 'mail' : new URL(url).host,
    addresses: mail ? acceptAddresses(mail) : [],
    signs: [...new Set(when)].map((sign) => alertSigns[sign]).join(' '),
    seconds: when.includes('read') ? seconds : null,
    owner_column: owner ? plain('owner.column', owner.column) : null,
    owner_value: owner ? plain('owner.value', owner.value) : null,
    at,
  }
}

function acceptAddresses(mail: string[]): string[] {
  const emails = mail.map((address) => parseEmail(address, 'to.mail'))
  return [...new Map(emails.map(({ key, email }) => [key, email])).values()]
}

function plain(field: string, text: string): string {
  if (text.trim() && text.length <= 200 && !/\p{Cc}/u.test(text)) return text.trim()
  throw invalidField(`${field}: must be 1 to 200 characters, without control characters.`)
}

type ListedAlert = Awaited<ReturnType<typeof readReceivers<'alert'>>>[number]

function toAlert(row: ListedAlert): Alert {
  const { id, kind, url, addresses, seconds, owner_column, owner_value, at, state, created_at } = row
  return {
    id,
    to: kind === 'mail' ? { mail: addresses } : { [kind]: url ?? '' },
    when: signsOf(row),
    ...(seconds !== null && { seconds }),
    ...(owner_column !== null && { owner: { column: owner_column, value: owner_value ?? '' } }),
    at,
    state,
    createdAt: created_at.toISOString(),
    deliveries: row.deliveries.map(({ id: _, type, answer, ...attempt }) => ({
      ...attempt,
      what: signOfType(type) ?? 'morning',
      ...(answer && { response: answer }),
    })),
  }
}

const signsOf = ({ signs }: AlertRow) => signs.split(' ').flatMap((type) => signOfType(type) ?? [])

function unknown(what: 'alert' | 'webhook'): DomainError {
  return new DomainError('not-found', `No ${what} has this id.`)
}

function tooMany(most: number, what: string): string {
  return `the organization has ${most} ${what} already. Delete one that is not needed.`
}
