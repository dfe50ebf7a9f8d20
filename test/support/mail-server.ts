import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as a mail server took it. */
interface ReceivedMail {
  from: string
  to: string[]
  /** Whether it came through TLS, and as whom. */
  secure: boolean
  user: string
  /** The whole of it, with its headers, its text decoded. */
  source: string
}

/** A mail server on loopback, and what came in. */
export interface MailServer extends AsyncDisposable {
  port: number
  received: ReceivedMail[]
  /** Takes a mail, unless the options say otherwise. */
  take: NonNullable<SMTPServerOptions['onData']>
}

/** Starts a mail server that takes everything, unless the options say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const take: MailServer['take'] = (stream, { envelope, secure, user }, callback) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        secure,
        user: String(user ?? ''),
        source: decoded(Buffer.concat(chunks).toString()),
      })
      callback()
    })
  }
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: !options.secure && !options.key,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username = '' }, _session, callback) => callback(null, { user: username }),
    onData: take,
    ...options,
  })
  // A client that breaks off is what some tests are about.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as { port: number }
  return {
    port,
    received,
    take,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Its parts as they are read: quoted-printable (RFC 2045 §6.7). Its headers as they came. */
function decoded(source: string): string {
  const begin = source.indexOf('\r\n\r\n')
  const bytes = source
    .slice(begin)
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return source.slice(0, begin) + Buffer.from(bytes, 'latin1').toString()
}

/** A certificate for `localhost` that nobody has heard of, and its key. */
export function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'motif-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', ...made, ...named, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}
