import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { type AttemptOutcome, failed, lineOf } from './attempt.ts'

/** A mail to one reader. */
export interface Mail {
  /** The same at every attempt: mail programs show one of two mails with it. */
  id?: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** Sends a mail once. It never throws. */
export type SendMail = (mail: Mail) => Promise<AttemptOutcome>

/** Why a mail cannot be sent without one. */
export const noMailServer = 'no mail server is set (SMTP_URL)'

/** How long a server may take to be reached, and to greet. */
const defaultSilenceMs = 15_000
/**
 * How long a server that has greeted may take for an answer. After a shorter time the mail would be sent again, though it may
 * have been taken: RFC 5321 §4.5.3.2.6. The lease of the job is renewed meanwhile.
 */
const answerMs = 600_000

/**
 * Creates the way to a mail server: `smtps://` is TLS from the beginning, `smtp://` goes over to TLS where the server
 * offers it. A password is sent without TLS only to this machine.
 */
export function createMailer(config: NonNullable<Config['mail']>, silenceMs = defaultSilenceMs): SendMail {
  const { host, port, secure, user, password = '', from } = config
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: user !== undefined && !isThisMachine(host),
    ...(user !== undefined && { auth: { user, pass: password } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: answerMs,
    dnsTimeout: silenceMs,
    // What a mail says is data, never a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async ({ id, to, headers, ...mail }) => {
    try {
      const { response = '' } = await transport.sendMail({
        ...mail,
        from,
        // As an object it is one address, whatever signs it has.
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        // Programs that are away do not answer it. RFC 3834 §5
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      })
      return { status: Number.parseInt(response, 10) || 250, answer: lineOf(response) || null, error: null }
    } catch (error) {
      return outcomeOf(error as MailError)
    }
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/** What nodemailer throws; `command`: `RCPT TO`. */
interface MailError extends Error {
  code?: string
  command?: string
  response?: string
  responseCode?: number
}

/** What failed, and what to change. None of it has an address in it. */
function outcomeOf(error: MailError): AttemptOutcome {
  const { response, responseCode: status = null } = error
  const isRefused = status !== null && status >= 500
  return {
    ...failed(failureOf(error) + (status === null ? '' : ` (${codesOf(response, status)})`)),
    status,
    answer: response ? lineOf(response) : null,
    // Another sender, user name or password would help; another attempt does not help a reader who is not there.
    isFinal: isRefused && ['RCPT TO', 'DATA'].includes(error.command ?? ''),
  }
}

const refusedUser = 'the mail server does not accept the user name and password: check those in SMTP_URL'
const noServer = 'no server has this name: check SMTP_URL'
const closed = 'the mail server closed the connection'

/** By the command that failed, or the code of the error or of the system's. */
const failures: Record<string, string> = {
  'MAIL FROM': 'the mail server refuses the sender: check MAIL_FROM',
  'RCPT TO': 'the mail server refuses the address',
  DATA: 'the mail server refuses the mail',
  EAUTH: refusedUser,
  ENOAUTH: refusedUser,
  EDNS: noServer,
  ENOTFOUND: noServer,
  ECONNREFUSED: 'nothing listens there: check the host and port in SMTP_URL',
  ECONNRESET: closed,
  ECONNECTION: closed,
  ETIMEDOUT: 'the mail server did not answer in time',
  ETLS: 'TLS failed: use smtps:// if the server speaks TLS from the beginning, smtp:// if it does not; a password is sent by TLS only',
}

function failureOf({ code = '', command = '', message }: MailError): string {
  if (/certificate|altnames/i.test(message))
    return 'the certificate of the mail server is not valid: check the name in SMTP_URL, or set NODE_EXTRA_CA_CERTS to the file of its authority'
  const isNoTls = /wrong version number|ssl3_get_record|packet length too long/i.test(message)
  const system = isNoTls ? 'ETLS' : (/\b(E[A-Z_]{4,})\b/.exec(message)?.[1] ?? '')
  const known = [command, system, code].find((each) => each in failures)
  return failures[known ?? ''] ?? `the mail could not be sent (${system || code})`
}

/** `550 5.1.1`: the codes alone, since the rest of an answer may repeat the address. RFC 2034 */
function codesOf(response: string | undefined, status: number): string {
  return /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}/.exec(response ?? '')?.[0].replace('-', ' ') ?? String(status)
}
