import type { FastifyInstance } from 'fastify'
import type { Database } from '../../base/database/database.ts'
import { transact } from '../../base/database/transaction.ts'
import { serve } from '../../base/http/schemas/operation.ts'
import { acceptTarget } from '../../base/net/address-guard.ts'
import type { NoticeOutbox } from '../../base/outbox/outbox.ts'
import { parseEmail } from '../../base/words/addresses.ts'
import { DomainError } from '../../base/words/errors.ts'
import { isId } from '../../base/words/ids.ts'
import type { Config } from '../../config.ts'
import { type AttemptOutcome, failed } from '../attempt.ts'
import { within } from '../mail.ts'
import { type LastAttempt, readDeliveries } from '../notices-sql.ts'
import { type AlertSources, readSample } from './alert-words.ts'
import { type AlertSenders, sendAlert } from './deliver-alert.ts'
import { type Alert, type AlertBody, type AlertTest, alertOperations } from './operations.ts'
import {
  type AcceptedAlert,
  type AlertRow,
  findAlert,
  insertAlert,
  mostAlerts,
  readAlerts,
  removeAlert,
  signOfType,
  switchOn,
  updateAlert,
} from './sql.ts'

export interface AlertsOptions {
  db: Database
  jobs: { wake(): void }
  outbox: Pick<NoticeOutbox, 'forget'>
  senders: AlertSenders
  sources: AlertSources
  config: Pick<Config, 'allowPrivateAddresses'>
}

/** How many addresses one alert may go to. */
const mostAddresses = 20
/** How long somebody waits for what comes of a test. */
const longestTestMs = 60_000
/** Of `read`, if nothing is said. */
const defaultSeconds = 30

/** Registers `/alerts`: who is told what in Slack, Teams or by mail. */
export function alertRoutes(app: FastifyInstance, options: AlertsOptions): void {
  const { db, jobs, outbox, senders, sources, config } = options

  async function known(organization: string, id: string): Promise<AlertRow> {
    const alert = isId(id) ? await findAlert(db, organization, id) : undefined
    if (!alert) throw unknown()
    return alert
  }

  function changed(organization: string): void {
    outbox.forget(organization)
    jobs.wake()
  }

  serve(app, alertOperations.listAlerts, async ({ owner: { organization } }) => {
    const deliveries = await readDeliveries(db, organization, 'alert')
    const rows = await readAlerts(db, organization)
    return { alerts: rows.map((row) => toAlert(row, deliveries.get(row.id))) }
  })

  serve(app, alertOperations.createAlert, async (request) => {
    const { organization } = request.owner
    const wanted = await acceptAlert(request.body, config)
    const alert = await transact(db, async (trx) => {
      const row = await insertAlert(trx, organization, wanted)
      if (!row)
        throw refused(`the organization has ${mostAlerts} alerts already. Delete one that is not needed.`)
      const made = toAlert(row)
      await request.remember(trx, made)
      return made
    })
    changed(organization)
    return alert
  })

  serve(app, alertOperations.getAlert, async ({ owner: { organization }, params: { id } }) => {
    const row = await known(organization, id)
    return toAlert(row, (await readDeliveries(db, organization, 'alert')).get(id))
  })

  serve(app, alertOperations.changeAlert, async ({ owner: { organization }, params: { id }, body }) => {
    await known(organization, id)
    const row = await updateAlert(db, organization, id, await acceptAlert(body, config))
    if (!row) throw unknown()
    changed(organization)
    return toAlert(row, (await readDeliveries(db, organization, 'alert')).get(id))
  })

  serve(app, alertOperations.deleteAlert, async ({ owner: { organization }, params: { id } }, reply) => {
    if (!isId(id) || !(await removeAlert(db, organization, id))) throw unknown()
    outbox.forget(organization)
    return reply.code(204).send()
  })

  serve(app, alertOperations.testAlert, async (request) => {
    const { organization } = request.owner
    const alert = await known(organization, request.params.id)
    const [sign = 'goal'] = alert.signs.split(' ').flatMap((type) => signOfType(type) ?? [])
    const sample = await readSample(sources, organization, sign, alert.seconds ?? defaultSeconds)
    const title = 'A test of Motif’s alerts: this is what they look like'
    const text = { title, entries: [sample], more: 0, link: sample.link }
    const receivers = alert.kind === 'mail' ? alert.addresses : ['']
    const attempts = receivers.map((address) =>
      within(longestTestMs, sendAlert(alert, { address }, text, senders)).catch(() =>
        failed('no answer within a minute'),
      ),
    )
    const outcomes = await Promise.all(attempts)
    const outcome = outcomes.find(({ isReceived }) => !isReceived) ?? outcomes[0]
    const told = outcome ? toTest(outcome) : { status: 0, response: 'Everybody unsubscribed.' }
    await transact(db, async (trx) => {
      if (outcome?.isReceived) await switchOn(trx, alert)
      await request.remember(trx, told)
    })
    if (outcome?.isReceived) outbox.forget(organization)
    return told
  })

  serve(app, alertOperations.previewAlert, async ({ owner, body }) => {
    const { when: [sign = 'goal'] = [], seconds = defaultSeconds } = body
    const { link: _, about, ...entry } = await readSample(sources, owner.organization, sign, seconds)
    return { ...entry, ...(about && { about }) }
  })
}

/** What the API answers about a test. */
function toTest(outcome: AttemptOutcome): AlertTest {
  if (outcome.isReceived) return { status: outcome.status, response: outcome.answer ?? '' }
  return { status: outcome.status ?? 0, response: outcome.answer ?? outcome.error }
}

/** Checks what is wanted. Throws what is wrong with it. */
async function acceptAlert(
  body: AlertBody,
  guard: Pick<Config, 'allowPrivateAddresses'>,
): Promise<AcceptedAlert> {
  const { slack, teams, mail } = body.to
  const receivers = [slack, teams, mail].filter((receiver) => receiver !== undefined)
  if (receivers.length !== 1) throw refused('to: give one of slack, teams and mail.')
  const when = [...new Set(body.when)]
  return {
    kind: mail ? 'mail' : slack === undefined ? 'teams' : 'slack',
    url: mail
      ? null
      : await acceptTarget(slack === undefined ? 'to.teams' : 'to.slack', slack ?? teams ?? '', guard),
    addresses: mail ? acceptAddresses(mail) : [],
    when,
    seconds: when.includes('read') ? (body.seconds ?? defaultSeconds) : null,
    at: body.at ?? 'once',
    ...(body.owner && { owner: acceptOwner(body.owner) }),
  }
}

function acceptAddresses(mail: string[]): string[] {
  if (mail.length === 0 || mail.length > mostAddresses)
    throw refused(`to.mail: give 1 to ${mostAddresses} addresses.`)
  const byKey = new Map(mail.map((address) => [parse(address).key, parse(address).email]))
  return [...byKey.values()]
}

function parse(address: string) {
  try {
    return parseEmail(address)
  } catch (error) {
    if (error instanceof DomainError) throw refused(`to.mail: ${error.message.replace(/^email: /, '')}`)
    throw error
  }
}

const longestOwner = 200

function acceptOwner({ column, value }: NonNullable<AlertBody['owner']>): NonNullable<AlertBody['owner']> {
  for (const [name, text] of Object.entries({ column, value }))
    if (!text.trim() || text.length > longestOwner || /\p{Cc}/u.test(text))
      throw refused(`owner.${name}: must be 1 to ${longestOwner} characters, without control characters.`)
  return { column: column.trim(), value: value.trim() }
}

function toAlert(row: AlertRow, deliveries: LastAttempt[] = []): Alert {
  const { id, kind, url, addresses, signs, seconds, owner_column, owner_value, at, state, created_at } = row
  return {
    id,
    to: kind === 'mail' ? { mail: addresses } : { [kind]: url ?? '' },
    when: signs.split(' ').flatMap((type) => signOfType(type) ?? []),
    ...(seconds !== null && { seconds }),
    ...(owner_column !== null && { owner: { column: owner_column, value: owner_value ?? '' } }),
    at,
    state,
    createdAt: created_at.toISOString(),
    deliveries: deliveries.map(({ at, type, status, error, answer }) => ({
      at: at.toISOString(),
      what: signOfType(type) ?? 'morning',
      ...(status !== null && { status }),
      ...(error !== null && { error }),
      ...(answer !== null && { response: answer }),
    })),
  }
}

function unknown(): DomainError {
  return new DomainError('not-found', 'No alert has this id.')
}

function refused(message: string): DomainError {
  return new DomainError('invalid-field', message)
}
