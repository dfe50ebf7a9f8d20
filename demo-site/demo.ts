import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce } from './announce.ts'
import { type MadeCampaign, playVisits } from './campaign.ts'
import { campaigns } from './campaigns.ts'
import { type Client, createClient, type Person } from './client.ts'
import { listenOn, portOrAny } from './listen.ts'
import { makeContents } from './make-contents.ts'
import { type Memory, recall, remember } from './memory.ts'
import { listOfPeople } from './people.ts'
import { placeTemplates } from './place-templates.ts'
import { createProgress } from './progress.ts'
import { type RunningService, runUntilListening } from './run-service.ts'
import { createSite } from './server.ts'

/**
 * `npm run demo`: starts the service on the embedded database, serves two landing pages on an origin of their own, and creates a
 * content record for each page and prospect through the public API. It runs until Ctrl-C, and can be run again and again.
 *
 * Environment: `PORT` of the service (4000), `DEMO_PORT` of the pages (4100) and `EDGE_PORT` of the edge in front of them
 * (4200), or a free port if one is taken; `HOST` of all (127.0.0.1); `DATA_DIR` (data/demo); `LOG_LEVEL` (silent).
 */
const {
  HOST: host = '127.0.0.1',
  PORT = '4000',
  DEMO_PORT = '4100',
  EDGE_PORT = '4200',
  DATA_DIR: dataDir = 'data/demo',
} = process.env
const remarks: string[] = []
const stops: (() => unknown)[] = []
const progress = createProgress()
let isEnding = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
await start().catch((error: Error) => fail(error.message))

interface Remembered {
  memory: Memory
  keep: () => void
}

async function start(): Promise<void> {
  progress.step('Starting … database')
  const memory = recall(dataDir)
  const keep = () => remember(dataDir, memory)
  keep()
  const { promise: tag, resolve: open } = Promise.withResolvers<string>()
  const pagesUrl = await startPages(tag)
  const templatesDir = placeTemplates(pagesUrl, join(dataDir, 'templates'))
  const service = await startService(templatesDir, memory.token)
  const client = createClient(service.url, memory.token)
  progress.step('Starting … database, pages')
  const people = JSON.parse(readFileSync(new URL('prospects.json', import.meta.url), 'utf8')) as Person[]
  const making = makeContents(client, people)
  // The lists go in while the edge starts.
  const inviting = making.then(() => inviteAll(client, { memory, keep }))
  inviting.catch(() => {})
  const edge = startEdge(pagesUrl, service.url)
  const [edgeUrl, signInUrl, personal] = await Promise.all([edge, client.invite('Demo user'), making])
  open(await readTag(service.url))
  const shown = { pagesUrl, edgeUrl, signInUrl, token: memory.token, dataDir, personal, remarks }
  progress.end(`${announce(shown)}\n`)
  await playAll(client, service.url, { made: await inviting, memory, keep })
  progress.end('The campaigns in the console have had their visits.\n')
}

/** Makes the campaigns, and gives those whose visits no earlier run has played. */
async function inviteAll(client: Client, { memory, keep }: Remembered): Promise<MadeCampaign[]> {
  const made: MadeCampaign[] = []
  for (const campaign of campaigns) {
    const { name, template, control } = campaign
    const before = memory.campaigns[name]
    const known = before && (await client.readCampaign(before.id)) ? before : undefined
    if (known?.isPlayed) continue
    const { id } = known ?? (await client.createCampaign({ name, template, language: 'en', control }))
    memory.campaigns[name] = { id, isPlayed: false }
    keep()
    // The same list again changes nothing.
    await client.sendList(id, listOfPeople(campaign.people, campaign.industries))
    made.push({ id, campaign })
  }
  return made
}

/** Plays the visits of campaigns. Meanwhile the pages can be looked at already. */
async function playAll(
  client: Client,
  serviceUrl: string,
  { made, memory, keep }: Remembered & { made: MadeCampaign[] },
): Promise<void> {
  const all = made.reduce((sum, { campaign }) => sum + campaign.people, 0)
  let before = 0
  for (const { id, campaign } of made) {
    await playVisits(client, serviceUrl, { id, campaign }, (share) => {
      const percent = Math.round((100 * (before + share * campaign.people)) / all)
      progress.step(`Campaigns … ${all} people`, `, visits ${percent} %`)
    })
    before += campaign.people
    memory.campaigns[campaign.name] = { id, isPlayed: true }
    keep()
  }
}

async function startPages(tag: Promise<string>): Promise<string> {
  const server = await createSite(tag)
  const port = await listenOn(server, host, Number(DEMO_PORT))
  stops.push(() => server.close().closeAllConnections())
  if (port !== Number(DEMO_PORT)) remark(DEMO_PORT, `the pages are on ${port}`)
  return `http://${host}:${port}`
}

async function startService(templatesDir: string, token: string): Promise<RunningService> {
  const port = await portOrAny(host, Number(PORT))
  const service = await runUntilListening(stops, ['dist/service/main.js'], {
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: '',
    DATABASE_URL: '',
    DATA_DIR: join(dataDir, 'database'),
    TEMPLATES_DIR: templatesDir,
    MOTIF_TOKENS: `demo/marketing=${token}`,
    ENRICH: 'email',
    // So that it can check whether the landing pages, which are on this machine, have the tag.
    ALLOW_PRIVATE_ADDRESSES: 'true',
    ALLOWED_ORIGINS: '*',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  })
  service.ended.then((words) => fail(`The service ended. ${words}`))
  if (port === 0) remark(PORT, `the service is on ${new URL(service.url).port}`)
  return service
}

/** Starts the edge in front of the pages. */
async function startEdge(pagesUrl: string, serviceUrl: string): Promise<string> {
  const port = await portOrAny(host, Number(EDGE_PORT))
  const command = ['service/cli.ts', 'edge', '--origin', pagesUrl, '--host', host, '--port', String(port)]
  const edge = await runUntilListening(stops, command, { PUBLIC_URL: serviceUrl, LOG_LEVEL: 'silent' })
  edge.ended.then((words) => fail(`The edge ended. ${words}`))
  if (port === 0) remark(EDGE_PORT, `the edge is on ${new URL(edge.url).port}`)
  return edge.url
}

/** The tag that a marketer copies from the service; empty if the service has none. */
async function readTag(url: string): Promise<string> {
  const answer = await fetch(`${url}/tag`)
  return answer.ok ? answer.text() : ''
}

function remark(wanted: string, what: string): void {
  if (wanted !== '0') remarks.push(`Port ${wanted} is taken: ${what}.`)
}

async function fail(message: string): Promise<void> {
  if (isEnding) return
  process.stderr.write(`${message}\n`)
  await end(1)
}

/** Ends what was started, last first. Ctrl-C may come twice, from the terminal and from npm; the second one is ignored. */
async function end(code: number): Promise<void> {
  if (isEnding) return
  isEnding = true
  for (const stop of stops.reverse()) await stop()
  process.exit(code)
}
