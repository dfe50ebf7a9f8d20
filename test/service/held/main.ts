import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { TemplateEdit } from '../../../wire/editor.ts'
import { startLanguageModel } from '../../support/language-model.ts'
import { createDatabase, startCluster } from '../../support/postgres.ts'
import { createContent, createProspect } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { askAs, begin, pageOrigin, ticketOf } from '../editing/page.ts'
import { createRandom, type Random } from '../http/fuzz/random.ts'
import { askBeside, forgetHighest, memoryOf } from './beside.ts'
import { anyTemplate, anyText, type HostileTemplate } from './hostile-templates.ts'

/**
 * `npm run test:long -- held [-- --count 2000] [-- --seed 1] [-- --databases PGlite]`: one organization previews, stores,
 * edits and renders templates that are made of nothing but nesting, repetition, anchors, keys, loops and filters, at every
 * bound; its language model answers alike. No request of another organization may be held up for more than 250 ms, no
 * answer may be a 5xx other than 503, and every record must be completed.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
    databases: { type: 'string', default: 'PGlite,PostgreSQL' },
  },
})
const [count, seed] = [Number(values.count), Number(values.seed)]

const longestHeldMs = 250
const atOnce = 4
const names = 20
/** Its own work is done in a thread, so what the service's own thread does meanwhile is no hold: it is timed. */
const ofThread = 'preview'
const completedWithinMs = 180_000

/** What is done with a template; each gives the status of the answer. */
interface Ways {
  preview(template: HostileTemplate, random: Random): Promise<number>
  store(template: HostileTemplate, random: Random): Promise<number>
  edit(random: Random): Promise<number>
}

async function run(database: string, environment: Record<string, string>): Promise<void> {
  const answers = createRandom(seed)
  await using model = await startLanguageModel(() =>
    anyText(answers)
      .repeat(answers.pick([1, 40]))
      .slice(0, 900_000),
  )
  await using service = await startService({
    ...environment,
    ...model.environment,
    LOG_LEVEL: 'warn',
    // As `npm start` starts it.
    NODE_OPTIONS: '--max-semi-space-size=8',
  })
  const records: string[] = []
  const ways = await openWays(service, records)
  const beside = askBeside(service, await requestsOf(service))
  const before = memoryOf(service).nowMb
  forgetHighest(service)
  const random = createRandom(seed)
  const statuses = new Map<number, number>()
  const slowest = { ms: 0, shape: '' }
  let next = 0

  async function work(): Promise<void> {
    while (next++ < count) {
      const template = anyTemplate(random)
      const began = performance.now()
      const status = await one(ways, template, random)
      const ms = performance.now() - began
      if (ms > slowest.ms) Object.assign(slowest, { ms, shape: template.shape })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }

  const began = performance.now()
  await Promise.all(Array.from({ length: atOnce }, work))
  const seconds = (performance.now() - began) / 1000
  const late = await untilCompleted(service, records)
  const waited = await beside.stop()

  console.log(
    `${database}: ${count} in ${seconds.toFixed(0)} s; answers ${show(statuses)}; slowest ${slowest.shape}, ${slowest.ms.toFixed(0)} ms`,
  )
  for (const [kind, { medianMs, longestMs, heldMs, quietMs, requests }] of Object.entries(waited))
    console.log(
      `${database}: another organization's ${kind}: median ${medianMs.toFixed(1)} ms, longest ${longestMs.toFixed(0)} ms, ${quietMs.toFixed(0)} ms without what other work on the machine took, held ${heldMs.toFixed(0)} ms at most, of ${requests}`,
    )
  const { highestMb } = memoryOf(service)
  console.log(
    `${database}: memory ${before} MB before, ${highestMb} MB at its highest; ${await endsOf(service)}`,
  )
  const held = Object.entries(waited).filter(
    ([kind, { heldMs, quietMs }]) => (kind === ofThread ? quietMs : heldMs) > longestHeldMs,
  )
  const failed = [...statuses.keys()].filter((status) => status >= 500 && status !== 503)
  console.log(`${database}: ${records.length} records, ${late} not completed`)
  if (held.length > 0 || failed.length > 0 || late > 0) process.exitCode = 1
}

function one(ways: Ways, template: HostileTemplate, random: Random): Promise<number> {
  const chance = random.next()
  if (chance < 0.7) return ways.preview(template, random)
  return chance < 0.9 ? ways.store(template, random) : ways.edit(random)
}

/** What the organization `acme` does: as somebody who may read, who may write, and in the editor. */
async function openWays(service: Service, records: string[]): Promise<Ways> {
  const body = { user: 'reader', role: 'viewer' }
  const { token } = (await service.request<{ token: string }>('POST', '/v1/tokens', { body })).body
  const additional = {
    x: 'A & <b>, '.repeat(1400),
    list: Array.from({ length: 200 }, (_, at) => ({ a: at })),
  }
  const prospect = await createProspect(service, { email: 'held@acme.example', additional })
  const page = await openEditor(service)
  return {
    async preview({ yaml }, random) {
      const wish = { yaml, language: random.pick(['en', 'de-AT']), prospect }
      return (await send(service, 'POST', '/v1/templates/held/preview', wish, token)).status
    },
    async store({ yaml }, random) {
      const name = `held-${random.below(names)}`
      const { status } = await send(service, 'PUT', `/v1/templates/${name}`, { yaml }, service.token)
      if (status !== 200) return status
      records.push((await createContent(service, { prospect, template: name })).id)
      return (await send(service, 'GET', `/v1/templates/${name}/tag`, undefined, token)).status
    },
    async edit(random) {
      const fields = { selector: 'h1', type: 'html', payload: anyText(random) }
      const edit: TemplateEdit = { edit: 'addItem', list: 'content', fields }
      const edits = Array.from({ length: random.pick([1, 5]) }, () => edit)
      const wish = { version: 1, edits, language: 'en', prospect }
      return (await askAs(service, page, 'POST', '/preview', wish)).status
    },
  }
}

async function openEditor(service: Service) {
  const yaml = `page: ${pageOrigin}/\nlanguages: [en]\ncontent: []\n`
  await service.request('PUT', '/v1/templates/desk', { body: { yaml } })
  const link = await service.request<{ url: string }>('POST', '/v1/templates/desk/edit')
  const { body } = await begin(service, ticketOf(link.body.url))
  return { origin: pageOrigin, session: body.session }
}

/** What the organization `other` asks for meanwhile. */
async function requestsOf(service: Service): Promise<Record<string, () => Promise<unknown>>> {
  const yaml = 'languages: [en]\ncontent: [{ selector: h1, type: html, payload: "<b>{{ language }}</b>" }]\n'
  const ask = (method: string, path: string, body?: object) => async () => {
    const answer = await send(service, method, path, body, service.otherToken)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status}`)
  }
  return {
    healthz: ask('GET', '/healthz'),
    list: ask('GET', '/v1/prospects?limit=1'),
    [ofThread]: ask('POST', '/v1/templates/mine/preview', { yaml, language: 'en' }),
  }
}

async function send(service: Service, method: string, path: string, body: object | undefined, token: string) {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status >= 500) console.log(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
  return answer
}

/** Waits for all records. Returns how many are not completed in time. */
async function untilCompleted(service: Service, records: string[]): Promise<number> {
  const end = performance.now() + completedWithinMs
  const waiting = new Set(records)
  while (waiting.size > 0 && performance.now() < end) {
    for (const id of waiting) {
      const { body } = await service.request<{ status: string }[]>('GET', `/v1/content/${id}`)
      if (body[0]?.status !== 'completed') break
      waiting.delete(id)
    }
    await wait(200)
  }
  return waiting.size
}

function show(statuses: Map<number, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b)
  return sorted.map(([status, times]) => `${status}: ${times}`).join(', ')
}

/** How often the thread was ended, as the metrics say. */
async function endsOf(service: Service): Promise<string> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  const ended = metrics.match(/^motif_template_thread_ended_total\{.*$/gm) ?? []
  return ended.length > 0 ? `the thread was ended: ${ended.join(', ')}` : 'the thread was never ended'
}

async function onPostgres(): Promise<void> {
  const cluster = await startCluster()
  if (!cluster) return console.log('PostgreSQL is not on this machine')
  try {
    await run('PostgreSQL', { DATABASE_URL: await createDatabase(cluster.url) })
  } finally {
    await cluster.stop()
  }
}

async function onPglite(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'motif-held-'))
  try {
    await run('PGlite', { DATA_DIR: join(folder, 'data') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const databases: Record<string, () => Promise<void>> = { PGlite: onPglite, PostgreSQL: onPostgres }

console.log(`${count} templates made of what takes long, seed ${seed}`)
for (const [database, measure] of Object.entries(databases))
  if (values.databases.split(',').includes(database)) await measure()
