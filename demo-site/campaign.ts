import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, InvitedPerson } from './client.ts'
import { listOfPeople, peopleOfCampaign } from './people.ts'

/** The campaign's name says that its visits were played. */
export const campaignName = 'Fallstreak One (played)'

/**
 * Makes the demo's campaign as a marketer would: a list goes in, links come out. Then plays visits of some of the people through the
 * collector. Returns the campaign's id. Call it once for a database.
 */
export async function makeCampaign(client: Client, serviceUrl: string): Promise<string> {
  const { id } = await client.createCampaign({ name: campaignName, template: 'launch', language: 'en' })
  await client.sendList(id, listOfPeople())
  const people = await untilMade(client, id)
  await Promise.all(people.map((person, at) => play(serviceUrl, person, at)))
  return id
}

async function untilMade(client: Client, id: string): Promise<InvitedPerson[]> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const people = await client.readInvited(id)
    const isMade = people.every(({ status }) => status === 'completed')
    if (isMade && people.length === peopleOfCampaign) return people
    await wait(200)
  }
  throw new Error('The campaign of the demo was not made within 60 seconds.')
}

/** Plays one person's visit. Of three people one does not come, one looks, and one reads. Every third reader reserves. */
async function play(serviceUrl: string, { link = '' }: InvitedPerson, at: number): Promise<void> {
  const pattern = new URL(link).searchParams.get('pattern')
  if (!pattern || at % 3 === 0) return
  const { content } = (await (await fetch(`${serviceUrl}/p/${pattern}`)).json()) as { content: unknown[] }
  const report = { applied: [...content.keys()], missing: [], refused: [], contested: [] }
  const times = at % 5 === 1 ? 2 : 1
  for (let visit = 0; visit < times; visit++) await sendVisit(serviceUrl, { pattern, report }, at)
}

async function sendVisit(
  serviceUrl: string,
  of: { pattern: string; report: object },
  at: number,
): Promise<void> {
  const isReader = at % 3 === 2
  const readMs = isReader ? 4000 + ((at * 7919) % 90_000) : 800
  const sent = readMs + 3000
  const events = [
    { item: 'hero', type: 'view', at: 1200 },
    ...(isReader ? [{ item: 'reasons', type: 'view', at: 2400 }] : []),
    ...(at % 9 === 5 ? [{ item: 'plans', type: 'click', at: sent - 500, button: 'primary' }] : []),
    // A duration in a batch of its own means that the page was left.
    { item: 'pricing', type: 'duration', at: sent, ms: readMs },
  ].map((event, index) => ({ seq: index + 1, ...event }))
  await fetch(`${serviceUrl}/e`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/153.0' },
    body: JSON.stringify({
      v: 1,
      ...of,
      visit: randomBytes(16).toString('base64url'),
      sent,
      last: events.length,
      events,
    }),
  })
}
