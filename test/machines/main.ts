import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import type { Browser } from 'playwright'
import { launchChromium } from '../support/browsers/chromium.ts'
import { machines, people, unfound, userAgent, visit } from './visitors.ts'
import { type Link, openWorld, type World } from './world.ts'

/**
 * `npm run test:long -- machines`: a headless Chromium with an ordinary user agent opens the links of a campaign as mail
 * gateways do, and none of its visits counts; people come in every way, and each counts once. Nobody is told of a machine.
 * A machine whose clicks come late (see `World.isFoundLate`) may be told of: such are counted and printed. Prints both
 * tables, and with `--write` puts them into docs/lift.md. Exit code 1 if anything is otherwise.
 *
 * The hour: the pages of these links send to a collector that keeps their batches back. They are stored as the service
 * stores them, with the times at which they would have arrived over the last hour, and a memory of networks whose clock is
 * those times.
 *
 *   node test/machines/main.ts [--links 200] [--longest 14] [--write]
 */
const { values } = parseArgs({
  options: {
    links: { type: 'string', default: '200' },
    longest: { type: 'string', default: '14' },
    write: { type: 'boolean', default: false },
  },
})
const longestMs = Number(values.longest) * 1000
/** Few enough that a page on two processors still does at once what is to be done at once. */
const atOnce = pLimit(6)
const hourMs = 3_600_000
const faults: string[] = []

/** How machines come. */
const ways = [
  { name: 'in a burst, one address', isKept: false, isOne: true },
  { name: 'in a burst, each from another network', isKept: false, isOne: false },
  { name: 'over an hour, one address', isKept: true, isOne: true },
  { name: 'over an hour, each from another network', isKept: true, isOne: false },
]
const perCell = Math.ceil(Number(values.links) / ways.length / Object.keys(machines).length)

/** The links that machines opened. */
const sentLinks: Link[] = []
let networks = 0
const newNetwork = () => networks++ % 256

/** Opens links as the machines do, each for a part of the longest time, and returns the links of each act. */
async function sendMachines(world: World, browser: Browser, { isKept, isOne }: (typeof ways)[number]) {
  const acts = Object.entries(machines)
  const { campaign, links } = await world.invite(perCell * acts.length, isKept)
  const one = newNetwork()
  const opened = links.map((link, at) => {
    const [name, act] = acts[at % acts.length] as (typeof acts)[number]
    const opening = { url: link.url, network: isOne ? one : newNetwork() }
    const staysMs = (longestMs * Math.floor(at / acts.length)) / Math.max(1, perCell - 1)
    const open = async () => {
      const until = Date.now() + staysMs
      await visit(browser, opening, async (page, context) => {
        await act(page, context)
        await wait(Math.max(0, until - Date.now()))
      })
    }
    return { name, link, open }
  })
  await Promise.all(opened.map(({ open }) => atOnce(open)))
  return { campaign, links: Map.groupBy(opened, ({ name }) => name) }
}

/** Stores what was kept back of these links as if they had been opened one after the other over the last hour. */
async function storeOverAnHour(world: World, links: readonly Link[]): Promise<void> {
  const own = world.kept.filter(({ batch }) => links.some(({ url }) => url.includes(batch.pattern)))
  const visits = [...Map.groupBy(own, ({ batch }) => batch.visit).values()]
  const began = Date.now() - hourMs
  const moved = visits.flatMap((batches, at) => {
    const first = Math.min(...batches.map((each) => each.at))
    const opened = began + Math.round((hourMs * at) / visits.length)
    return batches.map((each) => ({ ...each, at: opened + each.at - first }))
  })
  await world.store(moved)
}

/** How many of these links' visits are of which kind, such as `10 burst, 3 no-input`. */
async function kindsOf(world: World, links: readonly Link[]): Promise<{ text: string; persons: number }> {
  const visits = (await Promise.all(links.map((link) => world.visits(link)))).flat()
  const reasons = Map.groupBy(visits, ({ kind, why }) => `${kind} (${why})`)
  return {
    text: [...reasons]
      .map(([reason, { length }]) => `${length} ${reason}`)
      .sort()
      .join(', '),
    persons: visits.filter(({ kind }) => kind === 'person').length,
  }
}

/** Sends the machines in one way; returns the rows of the table. */
async function runWay(world: World, browser: Browser, way: (typeof ways)[number]): Promise<string[]> {
  const { campaign, links } = await sendMachines(world, browser, way)
  if (way.isKept)
    await storeOverAnHour(
      world,
      [...links.values()].flat().map(({ link }) => link),
    )
  const { came } = await world.figures(campaign)
  if (came !== 0) faults.push(`${way.name}: ${came} machines came`)
  sentLinks.push(...[...links.values()].flat().map(({ link }) => link))
  return Promise.all(
    [...links].map(async ([name, opened]) => {
      const { text } = await kindsOf(
        world,
        opened.map(({ link }) => link),
      )
      return `| ${name} | ${way.name} | ${opened.length} | ${text} |`
    }),
  )
}

/** People and machines that are not found: each link opened once, each counting once. */
async function runPeople(world: World, browser: Browser) {
  const visitors = [
    ...Object.entries(people).map(([name, how]) => ({ name, ...how, isPerson: true })),
    ...Object.entries(unfound).map(([name, act]) => ({ name, act, isPerson: false })),
  ]
  const { campaign, links } = await world.invite(visitors.length)
  await Promise.all(
    visitors.map(({ act, ...how }, at) =>
      visit(browser, { ...how, url: links[at]?.url ?? '', network: newNetwork() }, act),
    ),
  )
  const rows = { people: [] as string[], unfound: [] as string[] }
  for (const [at, { name, isPerson }] of visitors.entries()) {
    const link = links[at] as Link
    const { text, persons } = await kindsOf(world, [link])
    const visits = await world.visits(link)
    if (visits.length !== 1 || persons !== 1) faults.push(`${name}: ${text}`)
    rows[isPerson ? 'people' : 'unfound'].push(`| ${name} | ${text} |`)
  }
  const { came } = await world.figures(campaign)
  if (came !== visitors.length) faults.push(`${came} of ${visitors.length} people came`)
  return { rows, links }
}

await using world = await openWorld()
const browser = await launchChromium({ args: [`--user-agent=${userAgent}`] })
try {
  const [machineRows, { rows, links }] = await Promise.all([
    Promise.all(ways.map((way) => runWay(world, browser, way))).then((rows) => rows.flat()),
    runPeople(world, browser),
  ])
  const counted = new Set(links.map(({ content }) => content))
  // News waits a second, and is sent at once then.
  await wait(3000)
  const started = world.told().filter((body) => body.includes('visit.started'))
  const late = new Set(sentLinks.filter((link) => world.isFoundLate(link)).map(({ content }) => content))
  const expected = [...counted, ...late]
  const strangers = world
    .told()
    .filter((body) => body.includes('"content"') && !expected.some((id) => body.includes(id)))
  const told = started.filter((body) => [...counted].some((id) => body.includes(id)))
  if (told.length !== counted.size) faults.push(`${told.length} of ${counted.size} people were told of`)
  if (strangers.length > 0) faults.push(`webhooks were told of ${strangers.length} machines`)
  const shown = [...world.shown].filter((content) => !counted.has(content) && !late.has(content))
  if (shown.length > 0) faults.push(`Today showed ${shown.length} machines`)
  if (late.size > 0) console.log(`${late.size} machines whose clicks came late`)
  console.log([...machineRows, ...rows.people, ...rows.unfound].join('\n'))
  if (values.write) write(machineRows, rows)
} finally {
  await browser.close()
}
for (const fault of faults) console.error(fault)
console.log(`${perCell * ways.length * Object.keys(machines).length} links, ${faults.length} faults`)
process.exitCode = faults.length > 0 ? 1 : 0

function write(
  found: string[],
  { people: counted, unfound: notFound }: Record<'people' | 'unfound', string[]>,
) {
  const file = 'docs/lift.md'
  const table = (head: string[], rows: string[]) =>
    [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n')
  const tables = [
    table(['a headless Chromium', 'comes', 'links', 'visits'], found),
    table(['people', 'visits'], counted),
    table(['machines that are not found', 'visits'], notFound),
  ]
  const marks = ['<!-- machines -->', '<!-- /machines -->'] as const
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(marks[0])
  const [, after = ''] = rest.split(marks[1])
  writeFileSync(file, [before, marks[0], '\n', tables.join('\n\n'), '\n', marks[1], after].join(''))
}
