import { show, spreadOf } from '../report/numbers.ts'
import type { PartOptions, PartResult } from '../report/row.ts'
import { startMotif } from '../support/motif-process.ts'
import { createRecord, templatesDir } from '../support/record.ts'
import { startFastifyAlone } from './fastify-alone.ts'
import { missingTools, startNginx } from './nginx.ts'
import { type Load, load } from './wrk.ts'

const serverCore = 0
const loadCore = 1
const connections = 32
/** The number of connections at half load: more, because each one waits between its requests. */
const pacedConnections = 128

/**
 * Measures `GET /p` beside Fastify with the same answer and nothing else, and nginx with the same bytes as a file. Each runs alone on
 * one core, wrk on the other, in turns.
 */
export async function measureRecordRequests({ isQuick, runs }: PartOptions): Promise<PartResult> {
  const missing = missingTools()
  if (missing.length) return leftOut(missing)
  await using motif = await startMotif({ TEMPLATES_DIR: templatesDir }, serverCore)
  const path = `/p/${await createRecord(motif)}`
  const answer = await fetch(`${motif.url}${path}`, { headers: { 'accept-encoding': 'identity' } })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofTransport.has(name)))
  const body = await answer.text()
  await using nginx = await startNginx(path, Buffer.from(body), headers, serverCore)
  const sent = { ...headers, 'content-type': answer.headers.get('content-type') ?? '' }
  await using fastify = await startFastifyAlone({ path, body, headers: sent }, serverCore)
  const urls = { Motif: `${motif.url}${path}`, Fastify: fastify.url, nginx: nginx.url }
  const seconds = isQuick ? 1 : 6
  const rounds = Math.max(1, Math.round(runs / 3))
  const full = await inTurns(urls, rounds, (url) => load(url, { connections, seconds, core: loadCore }))
  const half = await inTurns(urls, rounds, (url, name) => {
    const requestsPerSecond = Math.round(medianOf(full[name], (seen) => seen.requestsPerSecond) / 2)
    return load(url, { connections: pacedConnections, seconds, core: loadCore, requestsPerSecond })
  })
  return resultOf(full, half)
}

const servers = ['Motif', 'Fastify', 'nginx'] as const
type Server = (typeof servers)[number]
type Loads = Record<Server, Load[]>

const ofTransport = new Set(['content-type', 'content-length', 'connection', 'keep-alive', 'date', 'etag'])

async function inTurns(
  urls: Record<Server, string>,
  rounds: number,
  measure: (url: string, name: Server) => Promise<Load>,
): Promise<Loads> {
  const loads: Loads = { Motif: [], Fastify: [], nginx: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of servers) loads[name].push(await measure(urls[name], name))
  return loads
}

function medianOf(loads: Load[], of: (load: Load) => number): number {
  return spreadOf(loads.map(of)).median
}

function resultOf(full: Loads, half: Loads): PartResult {
  const rate = (name: Server) => medianOf(full[name], (seen) => seen.requestsPerSecond)
  const tail = (name: Server) => {
    const at = medianOf(half[name], (seen) => seen.requestsPerSecond)
    return `${show(
      medianOf(half[name], (seen) => seen.p99Ms),
      'ms',
    )} at ${show(at, '/s')}`
  }
  const rows = [
    {
      what: '`GET /p/{pattern}`, one process on one core',
      toReach: '≥ 0.7 × Fastify alone',
      figures: {
        Motif: `${show(rate('Motif'), 'requests/s')} = ${(rate('Motif') / rate('Fastify')).toFixed(2)} × Fastify alone`,
        'Fastify alone': show(rate('Fastify'), 'requests/s'),
        nginx: show(rate('nginx'), 'requests/s'),
      },
    },
    {
      what: 'its p99 at half load',
      toReach: '≤ 5 ms',
      figures: { Motif: tail('Motif'), 'Fastify alone': tail('Fastify'), nginx: tail('nginx') },
    },
  ]
  return { rows, measured: { full, half }, notes }
}

const notes = [
  '`GET /p/{pattern}`: Fastify alone gives the same answer and does nothing else; nginx has the same bytes as a file.',
]

function leftOut(missing: string[]): PartResult {
  const note = `\`GET /p\` beside nginx is left out: ${missing.join(', ')} missing (apt-get install nginx-light wrk util-linux).`
  return { rows: [], measured: {}, notes: [note] }
}
