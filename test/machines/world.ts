import { request } from 'node:http'
import { createLog } from '../../service/base/log.ts'
import { readConfig } from '../../service/config.ts'
import { isHasty } from '../../service/events/kinds.ts'
import { createMeasuredRecords } from '../../service/events/measured-records.ts'
import { createNetworks } from '../../service/events/networks.ts'
import type { RecordVisit } from '../../service/events/results.ts'
import { storeBatches } from '../../service/events/store-batches.ts'
import { visitWaitMs } from '../../service/messages/events.ts'
import { createOutbox } from '../../service/messages/outbox.ts'
import { createMotif } from '../../service/motif.ts'
import type { Batch } from '../../wire/event.ts'
import { followToday } from '../support/follow-today.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startLocalServer } from '../support/local-server.ts'
import { pauses } from '../support/pauses.ts'
import { createTemplatesDir } from '../support/templates.ts'

const token = 'a-token-of-who-tells-people-from-machines'
/** On a busy machine a connection that is kept may be closed just as it is used again. */
const owner = { authorization: `Bearer ${token}`, connection: 'close' }

/** Tracked elements that can be clicked: two more than a hasty visit needs. */
export const buttons = ['reserve', 'plans', 'team', 'press', 'contact']

const template = (site: string) => `page: ${site}/
languages: [en]
content:
  - { selector: h1, type: text, payload: "{{ prospect.email }}, welcome" }
analytics:
  - { id: hero, selector: h1, type: view }
  - { id: pricing, selector: "#pricing", type: duration }
${buttons.map((id) => `  - { id: ${id}, selector: "#${id}", type: click${id === 'reserve' ? ', goal: true' : ''} }`).join('\n')}
`

const page = (tag: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Launch</title>${tag}</head><body>
<h1>Welcome</h1><p id="untracked"><button>More</button></p>
<nav>${buttons.map((id) => `<button id="${id}">${id}</button>`).join(' ')}</nav>
<section id="pricing" style="height:1500px">Pricing</section></body></html>`

/** A link of a campaign, and the record behind it. */
export interface Link {
  url: string
  content: string
}

/** A batch of a page that was kept back: see `World.store`. */
export interface Kept {
  batch: Batch
  /** Milliseconds since 1970. */
  at: number
  address: string
}

/** A service with a site, who is told of what happens, and a collector that keeps batches back. */
export interface World extends AsyncDisposable {
  /** A campaign, and links of it. With `isKept` the pages send what they measure to `kept`, and not to the service. */
  invite(people: number, isKept?: boolean): Promise<{ campaign: string; links: Link[] }>
  figures(campaign: string): Promise<{ came: number; reached: number; machines: number; unsure: number }>
  visits(link: Link): Promise<RecordVisit[]>
  kept: Kept[]
  /** Stores batches as the service would have at the times that they bear. */
  store(batches: Kept[]): Promise<void>
  /**
   * Whether the clicks that tell a machine arrived so long after the first sign of input that the visit was a person's for
   * anybody meanwhile: a busy machine sends them so. Half of what news waits, since storing takes its time, too.
   */
  isFoundLate(link: Link): boolean
  /** Everything that webhook and alert were told so far: of which record, and as JSON the rest. */
  told(): string[]
  /** The records that Today has shown so far. */
  shown: Set<string>
}

/** Starts all of it. */
export async function openWorld(): Promise<World> {
  await using opening = new AsyncDisposableStack()
  const kept: Kept[] = []
  const keptPatterns = new Set<string>()
  const arrived = new Map<string, Omit<Kept, 'address'>[]>()
  let frontUrl = ''
  const site = opening.use(
    await startLocalServer(({ path }, response) => {
      const [, network = '0'] = /network=(\d+)/.exec(path) ?? []
      const host = frontUrl.replace('127.0.0.1', `n${network}.localhost`)
      response.setHeader('content-type', 'text/html')
      response.end(page(`<script async src="${host}/snippet.js"></script>`))
    }),
  )
  const templates = opening.use(await createTemplatesDir({ launch: template(site.url) }))
  const config = readConfig({
    ...(await freshDatabase({})),
    MOTIF_TOKENS: `acme/ada=${token}`,
    TEMPLATES_DIR: templates.path,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    CHECK_PICTURES: 'false',
    ENRICH: 'email',
    RATE_LIMIT: '0',
    PORT: '0',
  })
  const motif = await createMotif(config, createLog('fatal'))
  opening.defer(() => motif.stop())
  const motifUrl = await motif.listen()
  await motif.work()
  const front = opening.use(
    await startFront(motifUrl, (batch, address) => {
      arrived.set(batch.pattern, [...(arrived.get(batch.pattern) ?? []), { batch, at: Date.now() }])
      if (keptPatterns.has(batch.pattern)) kept.push({ batch, at: Date.now(), address })
      return keptPatterns.has(batch.pattern)
    }),
  )
  frontUrl = front.url
  const receiver = opening.use(await startLocalServer((_request, response) => response.end('ok')))
  await ask('POST', '/webhooks', { url: `${receiver.url}/hook`, events: ['visit.started', 'goal.reached'] })
  await ask('POST', '/alerts', {
    to: { slack: `${receiver.url}/slack` },
    when: ['goal', 'return'],
    at: 'once',
  })
  const shown = new Set<string>()
  opening.use(
    followToday(motifUrl, token, ({ now, week }) => {
      for (const { content } of [...now, ...week]) shown.add(content)
    }),
  )

  async function ask<Body>(method: string, path: string, body?: object | string): Promise<Body> {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const response = await fetch(`${motifUrl}/v1${path}`, {
      method,
      headers: { ...owner, ...(body && { 'content-type': type }) },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answered = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answered}`)
    return JSON.parse(answered) as Body
  }

  let invited = 0
  async function invite(people: number, isKept = false) {
    const name = `campaign ${invited}`
    const { id } = await ask<{ id: string }>('POST', '/campaigns', {
      name,
      template: 'launch',
      language: 'en',
    })
    const lines = Array.from({ length: people }, () => `person-${invited++}@company-${invited}.example`)
    await ask('POST', `/campaigns/${id}/people`, `email\n${lines.join('\n')}\n`)
    for (const pause = pauses(); ; await pause()) {
      const { completed } = await ask<{ completed: number }>('GET', `/campaigns/${id}`)
      if (completed === people) break
    }
    const found = await ask<{ people: { link: string; content: string }[] }>(
      'GET',
      `/campaigns/${id}/people?limit=1000`,
    )
    const links = found.people.map(({ link, content }) => ({ url: link, content }))
    for (const { url } of isKept ? links : []) keptPatterns.add(patternIn(url))
    return { campaign: id, links }
  }

  async function store(batches: Kept[]) {
    let now = 0
    const networks = createNetworks(() => now)
    const storing = { store: motif.store, records: createMeasuredRecords(), networks, outbox: createOutbox() }
    for (const { batch, at, address } of batches.toSorted((one, other) => one.at - other.at)) {
      now = at
      await storeBatches(storing, [{ batch, arrivedAt: at, robot: false, network: networks.nameOf(address) }])
    }
  }

  function isFoundLate({ url }: Link): boolean {
    const all = arrived.get(patternIn(url)) ?? []
    const first = all.find(({ batch }) => batch.input)
    const telling = all.find((_, index) => isHasty(clicksIn(all.slice(0, index + 1))))
    return first !== undefined && telling !== undefined && telling.at - first.at > visitWaitMs / 2
  }

  const resources = opening.move()
  return {
    invite,
    kept,
    store,
    shown,
    isFoundLate,
    figures: (campaign) => ask('GET', `/campaigns/${campaign}`),
    async visits({ content }) {
      const response = await fetch(`${motifUrl}/results/content/${content}/visits`, { headers: owner })
      return ((await response.json()) as { visits: RecordVisit[] }).visits
    },
    told: () => receiver.received.map(({ body }) => body),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/**
 * A proxy in front of the service, which names the client's address: of a visit of network 7, whose page asks
 * `n7.localhost`, it is `198.18.7.7`. `keeps` says what goes no further.
 */
async function startFront(
  service: string,
  keeps: (batch: Batch, address: string) => boolean,
): Promise<AsyncDisposable & { url: string }> {
  return startLocalServer(({ method, path, headers, body }, response) => {
    const address = addressOf(headers.host)
    if (method === 'POST' && keeps(JSON.parse(body) as Batch, address))
      return response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
    const forwarded = request(
      `${service}${path}`,
      { method, headers: { ...headers, 'x-forwarded-for': address }, agent: false },
      (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    )
    forwarded.on('error', () => response.destroy())
    forwarded.end(body)
  })
}

const addressOf = (host = '') => `198.18.${/^n(\d+)/.exec(host)?.[1] ?? 0}.7`

const patternIn = (url: string) => new URL(url).searchParams.get('pattern') ?? ''

const clicksIn = (arrived: readonly { batch: Batch }[]) =>
  arrived.flatMap(({ batch }) => batch.events.filter(({ type }) => type === 'click'))
