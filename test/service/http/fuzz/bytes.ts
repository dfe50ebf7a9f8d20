import type { Random } from './random.ts'

/** What is sent on one connection, in the pieces in which it goes out. */
export interface Attack {
  pieces: Buffer[]
  /** Closes the connection abruptly, without reading the answer. */
  isCut: boolean
}

const mostPieces = 4
const mostRequests = 4

/** Makes the bytes of one connection: a few requests, some of them sound, most of them broken somewhere. */
export function nextAttack(random: Random, token: string): Attack {
  const requests = Array.from({ length: 1 + random.below(mostRequests) }, () => nextBytes(random, token))
  return { pieces: split(random, Buffer.concat(requests)), isCut: random.chance(0.05) }
}

function nextBytes(random: Random, token: string): Buffer {
  if (random.chance(0.1)) return noise(random, 1 + random.below(400))
  let bytes: Buffer = Buffer.from(nextRequest(random, token), 'latin1')
  for (let left = random.below(3); left > 0; left--) bytes = random.pick(mutations)(random, bytes)
  return bytes
}

function nextRequest(random: Random, token: string): string {
  const body = random.pick(bodies)
  const lines = [
    `${usually(random, ['GET', 'POST'], methods)} ${random.pick(targets)} ${usually(random, ['HTTP/1.1'], versions)}`,
    ...Array.from({ length: random.below(3) }, () => random.pick(headers)),
    ...(random.chance(0.95) ? ['Host: x'] : []),
    ...(random.chance(0.5) ? [`Authorization: Bearer ${token}`] : []),
    ...random.pick([
      [`Content-Length: ${body.length}`],
      [`Content-Length: ${body.length + random.below(3) - 1}`],
      ['Transfer-Encoding: chunked'],
      [],
    ]),
  ]
  const isChunked = lines.at(-1) === 'Transfer-Encoding: chunked'
  const sent = isChunked
    ? `${body.length.toString(16)}${random.pick(extensions)}\r\n${body}\r\n0\r\n\r\n`
    : body
  return `${lines.join(usually(random, ['\r\n'], lineEnds))}\r\n\r\n${sent}`
}

/** What is sound nine times out of ten, so that some of what comes behind it is heard. */
function usually<T>(random: Random, sound: readonly T[], odd: readonly T[]): T {
  return random.pick(random.chance(0.9) ? sound : odd)
}

const methods = ['DELETE', 'HEAD', 'OPTIONS', 'PUT', 'CONNECT', 'PRI', 'get', 'G\0T', '']
const versions = [
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/0.9',
  'HTTP/2.0',
  'HTTP/1.2',
  'ICE/1.0',
  '',
]
const targets = [
  ...[
    '/healthz',
    '/readyz',
    '/metrics',
    '/v1/prospects',
    '/v1/content/a',
    '/e',
    '/p/x',
    '/tag',
    '/snippet.js',
  ],
  ...[
    '*',
    '//',
    '/%',
    '/%ff',
    '/%00',
    '/v1/%2e%2e/x',
    '/v1/content/%c0%af',
    'http://x/healthz',
    'http://[',
    '/é',
  ],
  ...[
    `/${'a'.repeat(9000)}`,
    `/p/${'%41'.repeat(900)}`,
    '/results/content?cursor=%00&limit=1e9',
    '/tag?template[]=a',
  ],
]
const headers = [
  ...['Host: y', 'Host:', 'Connection: close', 'Connection: upgrade', 'Upgrade: h2c', 'Expect: 100-continue'],
  ...[
    'Expect: x',
    'Content-Type: application/json',
    'Content-Type: text/plain',
    'Content-Type: ;;;',
    'Cookie: a=b',
  ],
  ...[
    'Content-Length: 0',
    'Content-Length: 1e3',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: gzip',
  ],
  ...[
    'Accept-Encoding: br;q=nan',
    'If-None-Match: *',
    'Origin: null',
    'Idempotency-Key: \x01',
    ' folded: x',
    ': x',
  ],
  ...[
    `X: ${'x'.repeat(17_000)}`,
    `Authorization: bearer${' '.repeat(8000)}\xa0`,
    'Range: bytes=0-',
    'X-Forwarded-For: ,',
  ],
]
const bodies = [
  ...['', '{}', '{"email":"ada@acme.example"}', '{"email":"a@', 'null', '[[[[', '\0\0', '"', '{"v":1}'],
  ...['[{"a":'.repeat(2000), `{"additional":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`, 'x'.repeat(70_000)],
]
const extensions = ['', '', ';a=b', `;${'x'.repeat(20_000)}`, '\0']
const lineEnds = ['\n', '\r', '\r\r\n']

type Mutate = (random: Random, bytes: Buffer) => Buffer

const mutations: Mutate[] = [
  (random, bytes) => withAt(random, bytes, (at) => [bytes.subarray(0, at)]),
  (random, bytes) => withAt(random, bytes, (at) => [bytes.subarray(0, at), bytes.subarray(at + 1)]),
  (random, bytes) =>
    withAt(random, bytes, (at) => [bytes.subarray(0, at), noise(random, 3), bytes.subarray(at)]),
  (random, bytes) =>
    withAt(random, bytes, (at) => [bytes.subarray(0, at), noise(random, 1), bytes.subarray(at + 1)]),
  (random, bytes) => withAt(random, bytes, (at) => [bytes, bytes.subarray(at, at + 20), bytes.subarray(at)]),
]

function withAt(random: Random, bytes: Buffer, parts: (at: number) => Buffer[]): Buffer {
  return bytes.length === 0 ? bytes : Buffer.concat(parts(random.below(bytes.length)))
}

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.below(256)))
}

function split(random: Random, bytes: Buffer): Buffer[] {
  const cuts = Array.from({ length: random.below(mostPieces) }, () => random.below(bytes.length + 1))
  const ends = [...cuts, bytes.length].sort((a, b) => a - b)
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
}
