import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { Service } from '../../../support/service.ts'
import { type Attack, nextAttack } from './bytes.ts'
import { createRandom } from './random.ts'
import type { FuzzOptions } from './run.ts'

const sentAtOnce = 8
/** No answer takes so long: what is still open then hangs. */
const hangsAfterMs = 20_000
/** After so many connections, whether requests are answered as ever. */
const lookEvery = 250

/**
 * Sends random bytes on connections of their own. Throws where a connection stays open, where an answer is a 5xx or not
 * one of HTTP, and where a sound request afterwards is not answered as it should. Gives how often each status came.
 */
export async function fuzzBytes(
  api: Service,
  { requests, seed, onProgress }: FuzzOptions,
): Promise<Map<number, number>> {
  const random = createRandom(seed)
  const statuses = new Map<number, number>()
  let sent = 0

  async function sendUntilDone(): Promise<void> {
    while (sent < requests) {
      const number = ++sent
      const attack = nextAttack(random, api.token)
      try {
        const found = statusesOf(await send(api.url, attack))
        for (const status of found) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (number % lookEvery === 0) await assertSound(api)
      } catch (error) {
        const bytes = JSON.stringify(Buffer.concat(attack.pieces).toString('latin1')).slice(0, 2000)
        throw new Error(`seed ${seed}, connection ${number}, ${bytes}`, { cause: error })
      }
      if (number % 1000 === 0) onProgress?.(number)
    }
  }

  await Promise.all(Array.from({ length: sentAtOnce }, sendUntilDone))
  await assertSound(api)
  return statuses
}

/** Sends the pieces, says that there is no more, and gives what came until the service closed the connection. */
async function send(url: string, { pieces, isCut }: Attack): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  // A reset is an end, too: the service may close while bytes are still on their way.
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const piece of pieces) {
    socket.write(piece)
    await setImmediate()
  }
  if (isCut) socket.resetAndDestroy()
  else socket.end()
  await withinLimit(closed)
  return text
}

async function withinLimit(closed: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the connection stays open')), hangsAfterMs)
  })
  await Promise.race([closed, late]).finally(() => clearTimeout(timer))
}

/** The statuses of all answers on a connection; bodies are passed over by their length, which HEAD has without one. */
function statusesOf(text: string): number[] {
  const found = [...text.matchAll(/(?<![^\n}])HTTP\/1\.1 (\d{3}) [\w ]+\r\n/g)].map(([, status]) =>
    Number(status),
  )
  if (text !== '' && found.length === 0) throw new Error(`what came is not HTTP: ${text.slice(0, 200)}`)
  const failed = found.find((status) => status >= 500)
  if (failed) throw new Error(`an answer is ${failed}: ${text.slice(0, 500)}`)
  return found
}

async function assertSound(api: Service): Promise<void> {
  const email = 'after-the-bytes@acme.example'
  const made = await api.request<{ id: string }>('POST', '/v1/prospects', { body: { email } })
  const read = await api.request<{ email: string }[]>('GET', `/v1/prospects/${made.body.id}`)
  const unknown = await api.request('GET', '/v1/content/none')
  const answers = [made.status, read.status, read.body[0]?.email, unknown.status]
  if (answers.join(' ') !== `200 200 ${email} 404`) throw new Error(`afterwards: ${answers.join(' ')}`)
}
