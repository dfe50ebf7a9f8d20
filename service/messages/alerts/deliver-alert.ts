import type { GuardOptions } from '../../base/net/address-guard.ts'
import { type AttemptOutcome, attemptPost, failed } from '../attempt.ts'
import { noMailServer, type SendMail } from '../mail.ts'
import { type AlertText, toMail, toSlack, toTeams } from './alert-text.ts'
import type { AlertKind, AlertRow } from './sql.ts'

export interface AlertSenders extends GuardOptions {
  /** Undefined if no mail server is set. */
  sendMail: SendMail | undefined
  /** The address by which the reader of an alert ends it. */
  unsubscribeUrl(organization: string, alert: string, address: string): Promise<string>
}

/** One of the receivers of an alert, and what it is sent. */
interface SentTo {
  /** '' if the alert goes by no mail. */
  address: string
  /** The same at every attempt: see `Mail`. */
  id?: string
}

/** Sends a text to one receiver of an alert, once. It never throws. */
export function sendAlert(
  alert: Pick<AlertRow, 'organization' | 'id' | 'kind' | 'url'>,
  to: SentTo,
  text: AlertText,
  senders: AlertSenders,
): Promise<AttemptOutcome> {
  return sendersByKind[alert.kind](alert, to, text, senders)
}

type Send = typeof sendAlert

const sendersByKind: Record<AlertKind, Send> = {
  slack: ({ url }, _to, text, guard) => postAlert(url, toSlack(text), guard),
  teams: ({ url }, _to, text, guard) => postAlert(url, toTeams(text), guard),
  async mail({ organization, id: alert }, { address, id }, text, { sendMail, unsubscribeUrl }) {
    if (!sendMail) return failed(noMailServer)
    const url = await unsubscribeUrl(organization, alert, address)
    const mail = { to: address, ...toMail(text, url), headers: unsubscribeHeaders(url) }
    return sendMail({ ...mail, ...(id !== undefined && { id }) })
  },
}

/** RFC 8058: a mail program can end it by one POST, without a session. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/**
 * What an answer means beside its status. Slack says 403 or 404 if the webhook is switched off, 400 or 413 if it will never
 * take this message. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
 */
const refusals: Record<number, { isFinal: true; isOff: boolean }> = {
  400: { isFinal: true, isOff: false },
  401: { isFinal: true, isOff: true },
  403: { isFinal: true, isOff: true },
  404: { isFinal: true, isOff: true },
  410: { isFinal: true, isOff: true },
  413: { isFinal: true, isOff: false },
}

async function postAlert(url: string | null, body: object, guard: GuardOptions): Promise<AttemptOutcome> {
  const outcome = await attemptPost({ url: url ?? '', body: JSON.stringify(body), headers: {} }, guard)
  if (outcome.isReceived) return outcome
  return { ...outcome, ...refusals[outcome.status ?? 0] }
}
