import { createSocket, type Socket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createNameLookup } from '../../../service/base/net/name-lookup.ts'

const addresses = { 1: [192, 0, 2, 7], 28: [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7] }

test('names whose servers never answer hold up no other', async () => {
  const server = await nameServer((name) => (name.startsWith('dead') ? 'silence' : 'addresses'))
  let ended = 0
  const end = () => void ended++
  for (let at = 0; at < 100; at++) void server.find(`dead${at}.example`).then(end, end)
  expect(await server.find('alive.example')).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ])
  expect(ended).toBe(0)
})

test('a name without addresses is told', async () => {
  const server = await nameServer(() => 'no such name')
  await expect(server.find('nobody.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

/** A name server, and the look-up that asks it. */
async function nameServer(answerTo: (name: string) => 'addresses' | 'silence' | 'no such name') {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    const answer = answerTo(name)
    if (answer === 'silence') return
    const data = answer === 'addresses' ? addresses[type as keyof typeof addresses] : undefined
    const head = Buffer.from(query.subarray(0, end))
    head.writeUInt16BE(answer === 'no such name' ? 0x8183 : 0x8180, 2)
    head.writeUInt16BE(data ? 1 : 0, 6)
    // No additional record, which the query may have.
    head.writeUInt16BE(0, 10)
    socket.send(Buffer.concat([head, ...(data ? [record(type, data)] : [])]), from.port, from.address)
  })
  const lookup = createNameLookup([`127.0.0.1:${await bind(socket)}`])
  const find = (name: string) =>
    new Promise<string | LookupAddress[]>((resolve, reject) =>
      lookup(name, { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    )
  return { find }
}

async function bind(socket: Socket): Promise<number> {
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket.address().port
}

/** RFC 1035 §4.1.2 */
function readQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** RFC 1035 §4.1.3: the name of the question, for a minute. */
function record(type: number, data: number[]): Buffer {
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data])
}
