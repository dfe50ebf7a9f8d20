import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { runPhases } from '../../service/base/shutdown.ts'
import { startService } from '../support/service.ts'

test('a phase that fails or hangs is logged, and stops none behind it', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const done: string[] = []
  await runPhases(log, [
    { name: 'fails later', limitMs: 10_000, run: () => Promise.reject(new Error()) },
    {
      name: 'fails at once',
      limitMs: 10_000,
      run() {
        throw new Error()
      },
    },
    {
      name: 'hangs',
      limitMs: 20,
      run(signal) {
        signal.addEventListener('abort', () => done.push('told to give up'))
        return new Promise(() => {})
      },
    },
    { name: 'closes', limitMs: 10_000, run: () => void done.push('closed') },
  ])
  expect(done).toEqual(['told to give up', 'closed'])
  expect(lines.map(({ phase }) => phase)).toEqual(['fails later', 'fails at once', 'hangs'])
})

test('a port that is taken is named; from the signal on the service takes no connection, and what is under way is answered', async () => {
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
  const silent = connect(port, '127.0.0.1').resume()
  await once(silent, 'connect')
  const silentEnds = once(silent, 'close')
  const stopped = service.stop()
  await expect.poll(() => ask(port, '/healthz').catch((error) => error.code)).toBe('ECONNREFUSED')
  await silentEnds
  underWay.write('{}')
  await expect.poll(() => answer).toMatch(/HTTP\/1\.1 400 .*"error":40001/s)
  expect(await stopped).toBe(0)
  agent.destroy()

  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const settings = expect.objectContaining({ MOTIF_TOKENS: 'set', ENRICH: 'email' })
  expect(logged.find(({ msg }) => msg === 'started')).toMatchObject({ version, settings })
  expect(logged.at(-1)).toMatchObject({ msg: 'ended', version, signal: 'SIGTERM' })
})

test('a signal right behind the line that names the address ends the service in order', async () => {
  await using service = await startService()
  expect(await service.stop()).toBe(0)
})

function ask(port: number, path: string, agent?: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, ...(agent && { agent }) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).once('error', reject)
  })
}
