import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Service, startService } from '../../support/service.ts'
import { createCampaign, fileOf, peopleOf, sendList, untilCompleted } from './support.ts'

/** What a run of kills came to: all but the first two are faults, and must be 0. */
export interface CampaignKillReport {
  kills: number
  /** Kills that came before the list was answered. */
  cutOff: number
  missing: number
  doubled: number
  unfinished: number
  /** Links that were another before a kill. */
  changed: number
}

const token = 'a-token-of-the-campaign-kills-0123'

/**
 * Sends a list again and again while the service is killed at random moments of its import and of what follows, then
 * lets it finish and counts what is not as it was.
 *
 * @param environment of a durable database
 */
export async function runCampaignKills(
  environment: Record<string, string>,
  { kills, people }: { kills: number; people: number },
): Promise<CampaignKillReport> {
  const settings = { ...environment, LOG_LEVEL: 'error', MOTIF_TOKENS: `acme/ada=${token}` }
  const start = async () => withToken(await startService(settings))
  const emails = Array.from({ length: people }, (_, at) => `p${at}@kill${at % 20}.example`)
  const list = `email,name\n${emails.map((email, at) => `${email},Person ${at}\n`).join('')}nobody,No Body\n`
  const report = { kills, cutOff: 0, missing: 0, doubled: 0, unfinished: 0, changed: 0 }
  const links = new Map<string, string>()
  let id: string | undefined
  for (let kill = 0; kill < kills; kill++) {
    const service = await start()
    id ??= (await createCampaign(service)).id
    report.changed += noteLinks(links, await linksOf(service, id))
    const sent = sendList(service, id, list).catch(() => undefined)
    const moment = wait(randomInt(1500))
    if (await Promise.race([moment.then(() => true), sent.then(() => false)])) report.cutOff++
    await moment
    await service.stop('SIGKILL')
  }
  const service = await start()
  try {
    const campaign = id ?? (await createCampaign(service)).id
    await sendList(service, campaign, list)
    const { completed, problems } = await untilCompleted(service, campaign)
    report.changed += noteLinks(links, await linksOf(service, campaign))
    const places = await peopleOf(service, campaign, '?limit=1000&problem=false')
    const found = new Set(places.map(({ email }) => email))
    report.missing = emails.filter((email) => !found.has(email)).length
    report.doubled = places.length - found.size + (problems - 1)
    report.doubled += places.length - new Set(places.map(({ prospect }) => prospect)).size
    report.unfinished = people - completed
    return report
  } finally {
    await service.stop()
  }
}

/** The service with the token that all its lives have. */
function withToken(service: Service): Service {
  return {
    ...service,
    request: (method, path, options) => service.request(method, path, { token, ...options }),
  }
}

async function linksOf(service: Service, id: string): Promise<Map<string, string>> {
  const [, ...rows] = (await fileOf(service, id, 'links.csv')).split('\r\n')
  const cells = rows.map((row) => row.split(','))
  return new Map(cells.filter(([, , link]) => link).map(([email = '', , link = '']) => [email, link]))
}

/** Remembers links, and says how many are another than before. */
function noteLinks(known: Map<string, string>, now: Map<string, string>): number {
  const changed = [...known].filter(([email, link]) => now.get(email) !== link).length
  for (const [email, link] of now) known.set(email, link)
  return changed
}
