import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { createMailer, type Mail } from '../../../service/messages/mail.ts'
import { reportMail } from '../../../service/messages/weekly-report.ts'
import { type MailServer, makeCertificate, startMailServer } from '../../support/mail-server.ts'

const mail: Mail = {
  id: 'msg_1',
  to: 'jane.doe@example.org',
  subject: 'Grüße\r\nBcc: everybody@example.org',
  text: 'Who came: João',
  html: '<p>Who came: João</p>',
  headers: { 'List-Unsubscribe': '<https://motif.example/unsubscribe?token=a>' },
}
const certificate = makeCertificate()
const trusted = getCACertificates('default')

beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]))
afterAll(() => setDefaultCACertificates(trusted))

/** Sends the mail by what `SMTP_URL` says. */
async function sendBy(url: string, sent: Mail = mail, silenceMs = 5000) {
  const { mail: config } = readConfig({ SMTP_URL: url, MAIL_FROM: 'Motif at Acme <motif@example.com>' })
  if (!config) throw new Error('no mail server is set')
  return createMailer(config, silenceMs)(sent)
}

const onlyMail = ({ received }: MailServer) => {
  expect(received).toHaveLength(1)
  return received[0] ?? expect.fail('no mail came')
}

test('a mail arrives as text and HTML, without TLS if the server has none', async () => {
  await using server = await startMailServer()
  expect(await sendBy(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ error: null, status: 250 })
  const { from, to, secure, source } = onlyMail(server)
  expect([from, to, secure]).toEqual(['motif@example.com', ['jane.doe@example.org'], false])
  expect(source).toMatch(/^From: Motif at Acme <motif@example.com>\r$/m)
  expect(source).toMatch(/^To: jane.doe@example.org\r$/m)
  expect(source).toMatch(/^Message-ID: <msg_1@example.com>\r$/m)
  expect(source).toMatch(/^List-Unsubscribe: <https:\/\/motif.example\/unsubscribe\?token=a>\r$/m)
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(source).toMatch(/Content-Type: multipart\/alternative.*Who came: João.*<p>Who came: João<\/p>/s)
  // A subject is one line, whatever is in it.
  expect(source).not.toMatch(/^Bcc:/im)
})

test('a user name and a password go through STARTTLS', async () => {
  await using server = await startMailServer(certificate)
  const sent = await sendBy(`smtp://ada%40example.com:se%3Acret@localhost:${server.port}`)
  expect(sent).toMatchObject({ error: null })
  expect(onlyMail(server)).toMatchObject({ secure: true, user: 'ada@example.com' })
})

test('smtps:// is TLS from the beginning', async () => {
  await using server = await startMailServer({ ...certificate, secure: true })
  expect(await sendBy(`smtps://ada:secret@localhost:${server.port}`)).toMatchObject({ error: null })
  expect(onlyMail(server)).toMatchObject({ secure: true, user: 'ada' })
})

test('a certificate that nobody has heard of, or of another name, is refused and nothing is sent', async () => {
  await using server = await startMailServer({ ...certificate, secure: true })
  const refused = { isFinal: false, error: expect.stringMatching(/NODE_EXTRA_CA_CERTS/) }
  expect(await sendBy(`smtps://127.0.0.1:${server.port}`)).toMatchObject(refused)
  setDefaultCACertificates(trusted)
  try {
    expect(await sendBy(`smtps://localhost:${server.port}`)).toMatchObject(refused)
  } finally {
    setDefaultCACertificates([...trusted, certificate.cert])
  }
  expect(server.received).toHaveLength(0)
})

test('a refusal says what to change, and whether another attempt makes sense; the address is in no error', async () => {
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  await using server = await startMailServer({
    onAuth: (_auth, _session, callback) => callback(refusal(535, 'bad password for ada')),
    onMailFrom: ({ address }, _session, callback) =>
      callback(address === 'motif@example.com' ? null : refusal(553, `not your address: ${address}`)),
    onRcptTo({ address }, _session, callback) {
      if (address === 'nobody@example.org') callback(refusal(550, `5.1.1 <${address}> is unknown`))
      else if (address === 'later@example.org') callback(refusal(451, '4.7.1 Greylisted'))
      else callback()
    },
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => callback(refusal(554, '5.7.1 looks like spam')))
    },
  })
  const url = `smtp://127.0.0.1:${server.port}`
  const outcomes = [
    await sendBy(url, { ...mail, to: 'nobody@example.org' }),
    await sendBy(url, { ...mail, to: 'later@example.org' }),
    await sendBy(url),
    await sendBy(`smtp://ada:wrong@127.0.0.1:${server.port}`),
  ]
  expect(outcomes.map((outcome) => ({ ...outcome, answer: undefined }))).toMatchObject([
    { status: 550, isFinal: true, error: 'the mail server refuses the address (550 5.1.1)' },
    { status: 451, isFinal: false, error: 'the mail server refuses the address (451 4.7.1)' },
    { status: 554, isFinal: true, error: 'the mail server refuses the mail (554 5.7.1)' },
    {
      status: 535,
      isFinal: false,
      error: expect.stringMatching(/user name and password.*SMTP_URL \(535\)$/),
    },
  ])
  expect(outcomes[0]?.answer).toBe('550 5.1.1 <nobody@example.org> is unknown')
})

test('a server that is not there, says nothing, or hangs up in the middle fails in time and may be tried again', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  const dropping = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail\r\n')
    socket.on('data', (data) => {
      if (data.toString().startsWith('EHLO')) socket.write('250 mail\r\n')
      else socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  try {
    const portOf = (server: typeof silent) => (server.address() as { port: number }).port
    const outcomes = [
      await sendBy('smtp://127.0.0.1:1'),
      await sendBy(`smtp://127.0.0.1:${portOf(silent)}`, mail, 100),
      await sendBy(`smtp://127.0.0.1:${portOf(dropping)}`),
    ]
    expect(outcomes).toMatchObject([
      { error: 'nothing listens there: check the host and port in SMTP_URL' },
      { error: 'the mail server did not answer in time' },
      { error: 'the mail server closed the connection' },
    ])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ isFinal: false })
  } finally {
    for (const server of [silent, dropping]) server.close()
  }
})

test('settings that cannot be meant stop the start; without MAIL_FROM the user of the server is the sender', () => {
  const bad = (env: object) => () => readConfig({ ...env })
  expect(bad({ SMTP_URL: 'mail.example.com' })).toThrow(/^SMTP_URL: must be smtp:/)
  expect(bad({ SMTP_URL: 'smtp://mail.example.com/?logger=true' })).toThrow(/^SMTP_URL:/)
  expect(bad({ SMTP_URL: 'smtp://ada:100%@mail.example' })).toThrow(/^SMTP_URL: has a % .*%25/)
  expect(bad({ SMTP_URL: 'smtp://a.example', MAIL_FROM: 'Motif' })).toThrow(/^MAIL_FROM: must be/)
  const by = (env: object) => readConfig({ ...env }).mail
  expect(by({})).toBeUndefined()
  expect(by({ SMTP_URL: 'smtps://ada%40acme.com:x@mail.example' })).toMatchObject({
    port: 465,
    from: { name: 'Motif', address: 'ada@acme.com' },
  })
  expect(by({ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://motif.acme.com' })).toMatchObject({
    port: 587,
    from: { address: 'motif@motif.acme.com' },
  })
})

test('the report on Mondays names campaigns, what personal pages won, and what is broken; names begin no line and are no HTML', () => {
  const name = 'Spring\r\nBcc: x@evil.example <b>launch</b>'
  const sums = { people: 2000, visits: 2400, goals: 1, ms: 65 * 60_000 }
  const rates = { low: 0, high: 1 }
  const { subject, text, html } = reportMail(
    {
      organization: 'acme',
      days: '16 November to 22 November',
      week: sums,
      before: { people: 0, visits: 0, goals: 0, ms: 0 },
      campaigns: [
        {
          id: '1',
          name,
          control: 10,
          came: 12,
          reached: 3,
          lift: {
            goal: 'reserve',
            level: 0.95,
            horizon: 1000,
            groups: [],
            personal: { rate: 0.124, ...rates },
            control: { rate: 0.08, ...rates },
            verdict: 'not-sure-yet',
            balance: { invited: { p: 1, ok: true } },
            days: [],
          },
        },
      ],
      broken: Array.from({ length: 12 }, (_, at) => `launch: item ${at} <i> is not on the page any more`),
    },
    {
      to: 'jane@acme.example',
      base: 'https://motif.example',
      end: 'https://motif.example/unsubscribe?token=a',
    },
  )
  expect(subject).toBe('Last week: 2,000 people came, 1 goal (acme)')
  const lines = text.split('\n')
  expect(lines).toContain('- 65 min of reading (the week before: 0 s of reading)')
  expect(lines).toContain(
    'Spring Bcc: x@evil.example <b>launch</b>: 12 people came, 3 reached the goal. Since it began, 12 % of those invited to a personal page reached the goal, and 8 % of the others. Not sure yet.',
  )
  expect(lines).toContain('- And 2 more.')
  expect(html).toContain('&lt;b&gt;launch')
  expect(html).not.toMatch(/<i>|<b>launch|<img/)
})
