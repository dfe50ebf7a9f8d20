import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { PlayedCampaign } from './campaigns.ts'
import type { Client, InvitedPerson } from './client.ts'

/** How many visits are played at the same time: the collector stores those that come together in one transaction. */
const atOnce = pLimit(60)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

export interface MadeCampaign {
  id: string
  campaign: PlayedCampaign
}

/**
 * Plays visits to a campaign through the collector, as if its mails had gone out some days ago. Who comes and what they do is the same
 * each time. Visits that were played before change nothing.
 * `say` is told which share of the visits has been played.
 */
export async function playVisits(
  client: Client,
  serviceUrl: string,
  { id, campaign }: MadeCampaign,
  say: (share: number) => void,
): Promise<void> {
  say(0)
  const people = await untilMade(client, id, campaign)
  const groups = Map.groupBy(people, ({ group }) => group)
  const visits = [...groups].flatMap(([group, invited]) =>
    invited
      .filter((_, at) => isPicked(at, campaign.came))
      .flatMap(({ link }, at) => {
        const hasReached = isPicked(at, campaign.reached[group])
        return visitsOf(campaign, patternOf(link), { at, hasReached })
      }),
  )
  let played = 0
  const playNext = async (visit: PlayedVisit) => {
    await play(serviceUrl, visit)
    say(++played / visits.length)
  }
  await Promise.all(visits.map((visit) => atOnce(playNext, visit)))
}

async function untilMade(client: Client, id: string, { people }: PlayedCampaign): Promise<InvitedPerson[]> {
  for (;;) {
    const campaign = await client.readCampaign(id)
    // Whoever looks at the demo may have deleted it.
    if (!campaign) return []
    if (campaign.completed === people) return client.readInvited(id)
    await wait(200)
  }
}

const patternOf = (link: string) => new URL(link).searchParams.get('pattern') ?? ''

/** Whether one of a row belongs to a share that is spread evenly over the row. */
const isPicked = (at: number, share: number) => Math.floor((at + 1) * share) > Math.floor(at * share)

/** A visit as its page would report it. Times in milliseconds. */
interface PlayedVisit {
  pattern: string
  /** Tells the visits of a pattern apart. */
  number: number
  /** How long ago it began. */
  agoMs: number
  /** For how long the page was visible. */
  visibleMs: number
  events: { item: string; type: 'view' | 'click'; at: number }[]
  /** What was read, and for how long. */
  read?: { item: string; ms: number }
}

/** The visits of one person: two of every fifth. Two of three read on, and whoever reaches the goal has read. */
function visitsOf(
  { items, sentDaysAgo }: PlayedCampaign,
  pattern: string,
  { at, hasReached }: { at: number; hasReached: boolean },
): PlayedVisit[] {
  // Most come soon after the mail. The golden ratio spreads those who reached the goal like the others.
  const share = ((at + 1) * 0.618_034) % 1
  const agoMs = Math.round(4 * minuteMs + sentDaysAgo * dayMs * (1 - share ** 2))
  const isReader = hasReached || at % 3 > 0
  const readMs = isReader ? 4000 + ((at * 7919) % 90_000) : 800
  const first: PlayedVisit = {
    pattern,
    number: 1,
    agoMs,
    visibleMs: readMs + 3000,
    events: [
      { item: items.seen, type: 'view', at: 1200 },
      ...(isReader && items.readOn !== items.seen
        ? [{ item: items.readOn, type: 'view', at: 2400 } as const]
        : []),
      ...(hasReached ? [{ item: items.goal, type: 'click', at: readMs + 2500 } as const] : []),
    ],
    ...(items.read && { read: { item: items.read, ms: readMs } }),
  }
  const again: PlayedVisit = {
    ...first,
    number: 2,
    agoMs: Math.round(agoMs / 3),
    events: first.events.slice(0, 1),
  }
  return at % 5 === 1 ? [first, again] : [first]
}

/** More than any of the pages has. A report's positions beyond a record are ignored. */
const mostItems = 30

/** Sends a visit in two batches: what happened, and that the page was left. */
async function play(serviceUrl: string, visit: PlayedVisit): Promise<void> {
  const { pattern, number, agoMs, visibleMs, read } = visit
  const events = visit.events.map((event, index) => ({
    seq: index + 1,
    ...event,
    ...(event.type === 'click' && { button: 'primary' }),
  }))
  const left = read
    ? [{ seq: events.length + 1, item: read.item, type: 'duration', at: visibleMs, ms: read.ms }]
    : []
  const same = {
    v: 1,
    pattern,
    visit: createHash('sha256').update(`${pattern} ${number}`).digest('base64url').slice(0, 22),
    // The collector dates a visit by it.
    sent: agoMs,
    last: events.length + left.length,
    visible: visibleMs,
  }
  const report = { applied: [...Array(mostItems).keys()], missing: [], refused: [], contested: [] }
  const headers = { 'Content-Type': 'text/plain', 'User-Agent': userAgent }
  for (const body of [
    { ...same, input: true, report, events },
    { ...same, events: left },
  ])
    await fetch(`${serviceUrl}/e`, { method: 'POST', headers, body: JSON.stringify(body) })
}
