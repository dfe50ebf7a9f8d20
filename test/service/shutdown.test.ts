import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { graceMs, runPhases, shutdownPhases } from '../../service/base/shutdown.ts'
import { readConfig } from '../../service/config.ts'
import { describeConfig } from '../../service/describe-config.ts'
import { startService } from '../support/service.ts'

/** A log whose lines can be read. */
function createReadableLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}

test('phases run one after the other', async () => {
  const { log, lines } = createReadableLog()
  const order: string[] = []
  const phase = (name: string) => ({
    name,
    limitMs: 10_000,
    async run() {
      order.push(`${name} begins`)
      await new Promise(setImmediate)
      order.push(`${name} ends`)
    },
  })
  await runPhases(log, [phase('one'), phase('two')])
  expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
  expect(lines).toEqual([])
})

test('the service is gone within 30 s, even where every phase hangs', () => {
  const room = { endReadiness: end, refuse: end, letProxiesGo: end, finish: end, close: end }
  const phases = shutdownPhases({
    http: room,
    control: room,
    live: room,
    jobs: room,
    maintenance: room,
    store: room,
  })
  const longestMs = phases.reduce((sum, { limitMs }) => sum + limitMs + graceMs, 0)
  expect(longestMs).toBeLessThanOrEqual(30_000)
})

const end = () => {}

test('a phase that fails is logged, and stops none behind it', async () => {
  const { log, lines } = createReadableLog()
  let closed = 0
  const fails = [
    () => Promise.reject(new Error('later')),
    () => {
      throw new Error('at once')
    },
  ]
  await runPhases(log, [
    ...fails.map((run, at) => ({ name: `fails ${at}`, limitMs: 10_000, run })),
    { name: 'close', limitMs: 10_000, run: () => void closed++ },
  ])
  expect(closed).toBe(1)
  expect(lines.map(({ phase }) => phase)).toEqual(['fails 0', 'fails 1'])
})

test('a phase that hangs is told to give up, logged, and stops none behind it', async () => {
  const { log, lines } = createReadableLog()
  let isTold = false
  let closed = 0
  await runPhases(log, [
    {
      name: 'hangs',
      limitMs: 20,
      run: (signal) => {
        signal.addEventListener('abort', () => {
          isTold = true
        })
        return new Promise(() => {})
      },
    },
    { name: 'close', limitMs: 10_000, run: () => void closed++ },
  ])
  expect({ isTold, closed }).toEqual({ isTold: true, closed: 1 })
  expect(lines.map(({ phase }) => phase)).toEqual(['hangs'])
})

test('a phase that ends once it is told to is no failure', async () => {
  const { log, lines } = createReadableLog()
  await runPhases(log, [
    {
      name: 'gives up',
      limitMs: 20,
      run: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    },
  ])
  expect(lines).toEqual([])
})

test('a port that is taken is named; from the signal on the service is not ready and takes no connection, and what is under way is answered', async () => {
  await using service = await startService()
  const port = Number(new URL(service.url).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const underWay = connect(port, '127.0.0.1')
  underWay.write('POST /e HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n')
  let answer = ''
  underWay.setEncoding('latin1').on('data', (part: string) => {
    answer += part
  })
  expect(await ask(port, '/readyz', agent)).toBe(200)
  await expect(startService({ PORT: String(port) })).rejects.toThrow(/^HOST, PORT: .*EADDRINUSE/m)
  const stopped = service.stop()
  await expect.poll(() => ask(port, '/healthz').catch((error) => error.code)).toBe('ECONNREFUSED')
  underWay.write('{}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
  // What was sent behind it in the same bytes is told to come again, and the connection ends.
  await expect.poll(() => answer).toMatch(/HTTP\/1\.1 400 .*HTTP\/1\.1 503 .*Connection: close/s)
  expect(await stopped).toBe(0)
  agent.destroy()

  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const settings = expect.objectContaining({ MOTIF_TOKENS: 2, ENRICH: 'email' })
  expect(logged.find(({ msg }) => msg === 'started')).toMatchObject({ version, settings })
  expect(logged.at(-1)).toMatchObject({ msg: 'ended', version, signal: 'SIGTERM' })
})

test('a signal right behind the line that names the address ends the service in order', async () => {
  await using service = await startService()
  expect(await service.stop()).toBe(0)
})

test("a proxy's idle connection is closed with its next answer, and nobody waits for other idle ones", async () => {
  await using service = await startService()
  const port = Number(new URL(service.url).port)
  const open = async (forwarded: string) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    let answer = ''
    socket.on('data', (part: string) => {
      answer += part
    })
    const send = () => socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n${forwarded}\r\n`)
    send()
    await expect.poll(() => answer).toContain('"ok"')
    const closed = new Promise((done) => socket.once('close', done))
    return { send, closed, answer: () => answer }
  }
  const ofVisitor = await open('')
  const ofProxy = await open('X-Forwarded-For: 192.0.2.1\r\n')
  const stopped = service.stop()
  await ofVisitor.closed
  await expect.poll(() => ask(port, '/healthz').catch((error) => error.code)).toBe('ECONNREFUSED')
  ofProxy.send()
  await ofProxy.closed
  expect(ofProxy.answer()).toMatch(/200 OK.*keep-alive.*200 OK.*Connection: close/is)
  expect(await stopped).toBe(0)
})

test('what a start logs of the settings has no password, token, secret or key', () => {
  const secret = 'd0-not-show-this-anywhere'
  const config = readConfig({
    DATABASE_URL: `postgres://ada:${secret}@db.example/motif?password=${secret}`,
    MOTIF_TOKENS: `acme/ada=${secret}`,
    CALLBACK_SECRET: `whsec_${Buffer.from(secret).toString('base64')}`,
    LLM_BASE_URL: `https://ada:${secret}@llm.example/v1?key=${secret}`,
    LLM_API_KEY: secret,
    LLM_MODEL: 'small',
    PDL_API_KEY: secret,
  })
  const described = JSON.stringify(describeConfig(config))
  expect(described).toContain('postgres://db.example/motif')
  expect(described).not.toContain(secret)
  expect(described).not.toContain(Buffer.from(secret).toString('base64'))
})

function ask(port: number, path: string, agent?: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, ...(agent && { agent }) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })
}
