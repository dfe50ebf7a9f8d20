import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type LocalServer, startLocalServer } from '../../support/local-server.ts'
import { pauses } from '../../support/pauses.ts'
import type { ContentAnswer } from '../../support/records.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir } from '../../support/templates.ts'

/** What a run of kills came to; all but the first three are faults, and must be 0. */
export interface KillReport {
  kills: number
  prospects: number
  contents: number
  missing: number
  doubled: number
  unfinished: number
  callbacksMissing: number
  /** Requests that were answered again, though their `Idempotency-Key` had been acknowledged. */
  keysForgotten: number
}

const template = `
languages: [en]
content:
  - { selector: h1, type: text, payload: "Hello {{ prospect.company }}" }
`

const clients = 4
/** A life ends after so many acknowledgements at most, and some milliseconds into what comes next. */
const mostAcknowledged = 120
const longestMomentMs = 20
const finishWithinMs = 600_000

/** What was acknowledged with a 200: e-mail → the answer with the prospect, and contents. */
interface Acknowledged {
  prospects: Map<string, { id: string }>
  contents: Set<string>
}

/**
 * Creates prospects and content records from several clients, kills the service at random moments with SIGKILL and
 * starts it again, `kills` times; then lets it finish and counts what is not as it was acknowledged.
 *
 * @param environment of a durable database
 */
export async function runKills(environment: Record<string, string>, kills: number): Promise<KillReport> {
  await using templates = await createTemplatesDir({ launch: template })
  await using receiver = await startLocalServer((_request, response) => response.writeHead(204).end())
  const settings = {
    ...environment,
    TEMPLATES_DIR: templates.path,
    CALLBACK_RETRY_SECONDS: '1,1,1,1,1,1,1,1,1',
    LOG_LEVEL: 'error',
    MOTIF_TOKENS: `acme/ada=${token}`,
  }
  const acknowledged: Acknowledged = { prospects: new Map(), contents: new Set() }
  for (let kill = 0; kill < kills; kill++) {
    const service = await startService(settings)
    // The first is long enough that each client has created content, too.
    const life = { left: randomInt(kill ? 1 : 3 * clients, mostAcknowledged) }
    const names = Array.from({ length: clients }, (_, n) => `${kill}-${n}`)
    await Promise.all(names.map((name) => createUntilGone(service, name, receiver, acknowledged, life)))
    await service.stop('SIGKILL')
  }
  await using service = await startService(settings)
  return { kills, ...(await judge(service, receiver, acknowledged)) }
}

const token = 'a-token-of-the-kill-run-0123456789'

/** Creates prospects and content for them, one after the other, until the service is gone. */
async function createUntilGone(
  service: Service,
  name: string,
  receiver: LocalServer,
  acknowledged: Acknowledged,
  life: { left: number },
) {
  const post = async <T>(path: string, body: object, headers = {}) => {
    const answer = await service.request<T>('POST', path, { body, token, headers }).catch(() => undefined)
    if (answer?.status !== 200) return undefined
    if (life.left-- === 0) setTimeout(() => void service.stop('SIGKILL'), randomInt(longestMomentMs))
    return answer.body
  }
  for (let n = 0; ; n++) {
    const email = `p${name}-${n}@acme.example`
    const prospect = await post<{ id: string }>('/v1/prospects', { email }, keyOf(email))
    if (!prospect) return
    acknowledged.prospects.set(email, prospect)
    const body = { prospect: prospect.id, template: 'launch', language: 'en', callback: receiver.url }
    const content = await post<ContentAnswer>('/v1/content', body)
    if (!content) return
    acknowledged.contents.add(content.id)
  }
}

function keyOf(email: string) {
  return { 'idempotency-key': email }
}

async function judge(service: Service, receiver: LocalServer, { prospects, contents }: Acknowledged) {
  const deadline = Date.now() + finishWithinMs
  const called = () =>
    new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { data: ContentAnswer }).data.id))
  const get = async (path: string) =>
    (await service.request<{ status: string }[]>('GET', path, { token })).body
  const faults = { missing: 0, doubled: 0, unfinished: 0, keysForgotten: 0 }
  const report = { prospects: prospects.size, contents: contents.size, ...faults }
  for (const [email, answered] of prospects) {
    const { id } = answered
    const sameRequest = { body: { email }, token, headers: keyOf(email) }
    const replayed = await service.request('POST', '/v1/prospects', sameRequest)
    const isReplayed = replayed.headers.get('idempotency-replayed') === 'true'
    if (!isReplayed || !isDeepStrictEqual(replayed.body, answered)) report.keysForgotten++
    const [prospect] = await until(deadline, () => get(`/v1/prospects/${id}`), isFinal)
    if (!prospect) report.missing++
    else if (prospect.status !== 'enriched') report.unfinished++
    const again = await service.request<{ id: string }>('POST', '/v1/prospects', { body: { email }, token })
    if (again.body.id !== id) report.doubled++
  }
  for (const id of contents) {
    const found = await until(deadline, () => get(`/v1/content/${id}`), isFinal)
    if (!Array.isArray(found)) report.missing++
    else if (found.length !== 1) report.doubled++
    else if (found[0]?.status !== 'completed') report.unfinished++
  }
  const isToldOfAll = (told: Set<string>) => [...contents].every((id) => told.has(id))
  const told = await until(deadline, async () => called(), isToldOfAll)
  return { ...report, callbacksMissing: [...contents].filter((id) => !told.has(id)).length }
}

function isFinal(answer: { status: string }[]): boolean {
  return !Array.isArray(answer) || /enriched|completed/.test(answer[0]?.status ?? '')
}

/** Asks again and again until the answer is as wanted, or the time is over. */
async function until<T>(
  deadline: number,
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
): Promise<T> {
  for (const pause = pauses(); ; await pause()) {
    const answer = await ask()
    if (isWanted(answer) || Date.now() > deadline) return answer
  }
}
