import type { CampaignPerson } from '../../../service/campaigns/campaign.ts'
import { pauses } from '../../support/pauses.ts'
import type { Service } from '../../support/service.ts'
import { makeCampaign } from './invite.ts'

/** How much of each kind a console is filled with. */
export interface Amounts {
  people: number
  campaigns: number
  templates: number
  tokens: number
  members: number
  webhooks: number
  alerts: number
  visitors: number
  /** Addresses that the templates have in turn. Default: such that nobody can reach. */
  pages?: readonly string[]
}

/** A service that is asked in the name of one organization. */
type Filled = Pick<Service, 'request'>

/** As much of each kind as makes sense where there are `things` of the most frequent one. */
export function amountsOf(things: number): Amounts {
  const most = (limit: number) => Math.min(things, limit)
  const areThousands = things > 1000
  return {
    people: things,
    campaigns: most(300),
    templates: most(40),
    tokens: most(40),
    members: most(12),
    // With thousands of visits, two are told of tens of thousands of events.
    webhooks: areThousands ? 2 : most(15),
    alerts: areThousands ? 3 : most(12),
    // Of sixty people, all come; of thousands, three in ten.
    visitors: areThousands ? Math.round(things * 0.3) : most(60),
  }
}

const day = 86_400_000

const unreachable = ['https://www.example.com/launch']

/** Fills an organization through the API, as marketers would in some weeks. The template `launch` is there already. */
export async function fillConsole(service: Filled, amounts: Amounts): Promise<void> {
  const { pages = unreachable } = amounts
  await each(amounts.templates - 1, (n) =>
    put(service, `/v1/templates/${n === 1 ? 'herbstkampagne-mittelstand' : `event-${n}`}`, {
      yaml: yamlOf(n, pages),
    }),
  )
  await each(amounts.campaigns - 1, (n) =>
    makeCampaign(service, nameOfCampaign(n), '', { language: n % 3 ? 'en' : 'de' }),
  )
  await each(amounts.tokens - 1, (n) => post(service, '/v1/tokens', { user: userOf(n), role: roles[n % 3] }))
  await each(amounts.members, (n) => post(service, '/v1/members', memberOf(n)))
  const { webhooks, alerts } = amounts
  await each(Math.min(webhooks, 1), (n) => post(service, '/v1/webhooks', webhookOf(n)))
  await each(Math.min(alerts, 1), (n) => post(service, '/v1/alerts', alertOf(n)))
  if (amounts.people > 0) await invitePeople(service, amounts)
  // Of everybody who comes each would be told, which takes longer than all the rest.
  await each(webhooks - 1, (n) => post(service, '/v1/webhooks', webhookOf(n + 1)))
  await each(alerts - 1, (n) => post(service, '/v1/alerts', alertOf(n + 1)))
}

async function invitePeople(service: Filled, amounts: Amounts): Promise<void> {
  const [page = ''] = amounts.pages ?? unreachable
  await put(service, '/v1/templates/webinar', { yaml: `page: ${page}\n${templateWithCases}` })
  const few = listOf(Math.ceil(amounts.people / 10))
  const webinar = await makeCampaign(service, 'Winter webinar', few, { template: 'webinar', control: 20 })
  await comeAndRead(service, webinar, Math.ceil(amounts.visitors / 10))
  const campaign = await makeCampaign(service, 'Spring launch', listOf(amounts.people))
  await comeAndRead(service, campaign, amounts.visitors)
}

/** With a goal, words for some, and values that some do not have. */
const templateWithCases = `languages: [en]
content:
  - name: Headline
    selector: h1
    type: text
    payload: "{{ prospect.company }}, join the webinar"
    for:
      - { when: { role: CTO }, payload: "What {{ prospect.company }} could build" }
      - { when: { role: { contains: marketing } }, payload: "What {{ prospect.company }} could tell" }
  - { name: Greeting, selector: .greeting, type: text, payload: "For {{ prospect.first_name }}, {{ prospect.role }}" }
  - { name: Logo, selector: "#logo", type: src, payload: "/img/{{ prospect.industry | slugify }}.svg" }
analytics:
  - { id: headline, name: Headline, selector: h1, type: view }
  - { id: reserve, name: Reserve a seat, selector: .cta, type: click, goal: true }
`

/** Colleagues, some of them with names and addresses that are hard to show. */
function memberOf(n: number): object {
  const [name, address] =
    n % 4 === 2
      ? ['Hubert Wolfeschlegelsteinhausenbergerdorff', 'hubert.wolfeschlegelsteinhausenbergerdorff']
      : [`Carla Marín ${n}`, `carla${n}`]
  return { name, email: `${address}@a-rather-long-name${n}.example.com`, role: roles[n % 3] }
}

function webhookOf(n: number): object {
  return { url: `http://127.0.0.1:65500/hooks/${n}`, events: ['visit.started', 'goal.reached'] }
}

/** Alerts of every kind of receiver, with few and many conditions. */
function alertOf(n: number): object {
  const hook = `http://127.0.0.1:65500/alerts/${n}`
  const to = [
    { slack: hook },
    { teams: hook },
    { mail: ['sales@acme.example', 'a.very.long.name.of.a.person@acme.example'] },
  ]
  return {
    to: to[n % 3],
    when: n % 2 ? ['goal'] : ['first-visit', 'goal', 'return', 'read', 'page-broken', 'deliveries-failed'],
    at: n % 4 ? 'once' : 'morning',
    ...(n % 3 && { owner: { column: 'HS contact owner', value: 'Maximiliane-Friederike' } }),
  }
}

function listOf(people: number): string {
  const header = 'E-mail;First Name;Last Name;Company;Job Title;Phone;HS contact owner'
  const lines = Array.from({ length: people }, (_, n) => lineOf(n))
  const unusable = people > 1 ? ['keine-adresse;Kai;Ohne;;;;', ';;;Nur Firma GmbH;;;'] : []
  return [header, ...lines, ...unusable].join('\n')
}

const firstNames = ['Anna', 'Ben', 'Clara', 'Maximiliane-Friederike', 'Emre', 'Fatima', 'Björn', 'Zoë']
const lastNames = ['Berg', 'Cole', 'von Hohenlohe-Schillingsfürst', 'Öztürk', 'Nguyen', 'Meyer', 'O’Neill']
const companies = [
  'North Wind',
  'Donaudampfschifffahrtsgesellschaft für Binnenlogistik mbH & Co',
  'Südsee AG',
  'Acme',
  'Bäckerei Krüger',
]
const titles = [
  'CTO',
  'Head of Marketing',
  'Leiterin Unternehmenskommunikation und Öffentlichkeitsarbeit',
  '',
]
const roles = ['viewer', 'editor', 'admin'] as const

function lineOf(n: number): string {
  const pick = (from: readonly string[]) => from[n % from.length] ?? ''
  const [first, last] = [pick(firstNames), pick(lastNames)]
  if (n % 5 === 2) return `maximiliane_friederike${n}@verwaltungsgesellschaft${n % 900}.example;;;;;;`
  return `person${n}@company${n % 900}.example;${first};${last} ${n};${pick(companies)};${pick(titles)};+49 30 1${String(n).padStart(5, '0')};account_executives/tom.reed`
}

function nameOfCampaign(n: number): string {
  return n === 1
    ? 'Einladung der Geschäftsführungen mittelständischer Maschinenbauunternehmen zur Hannover Messe'
    : `Webinar series ${n}`
}

function userOf(n: number): string {
  return n % 2 ? `crm-sync-${n}` : `colleague${n}@acme.example`
}

function yamlOf(n: number, pages: readonly string[]): string {
  const broken = n % 5 === 2 ? '  - { selector: h1, type: txt, payload: x }\n' : ''
  return `page: ${pages[n % pages.length]}\nlanguages: [en, de]\ncontent:\n  - { selector: h1, type: text, payload: "Hello {{ prospect.name }}" }\n${broken}`
}

/** The first people of a campaign come, some days ago and today, and do more or less. */
async function comeAndRead(service: Filled, id: string, visitors: number): Promise<void> {
  const patterns = await patternsOf(service, id, visitors)
  const comeOften = async (pattern: string, n: number) => {
    for (let visit = 0; visit <= n % 3; visit++) await visitOnce(service, pattern, n, visit)
  }
  const atOnce = 10
  for (let from = 0; from < patterns.length; from += atOnce)
    await Promise.all(patterns.slice(from, from + atOnce).map((pattern, at) => comeOften(pattern, from + at)))
}

async function visitOnce(service: Filled, pattern: string, n: number, visit: number): Promise<void> {
  const ago = ((n + visit * 2) % 6) * day + n * 61_000
  const events = [
    { item: 'headline', type: 'view', at: 1300 },
    ...(n % 2 ? [{ item: 'price-list', type: 'duration', at: 9000, ms: 4000 + ((n * 7919) % 90_000) }] : []),
    ...(n % 5 === 0 ? [{ item: 'reserve', type: 'click', at: 95_000, button: 'primary' }] : []),
  ].map((event, at) => ({ seq: at + 1, ...event }))
  const body = {
    v: 1,
    pattern,
    visit: `${n}v${visit}`.padEnd(22, 'A'),
    sent: 96_000 + ago,
    input: true,
    last: events.length,
    events,
    report: { applied: [0], missing: n % 50 === 7 ? [1] : [], refused: [], contested: [] },
  }
  await send(body)
  // Some stay on the page.
  const left = { input: undefined, report: undefined, visible: 96_000, events: [] }
  if (n % 20 > 0 || visit > 0) await send({ ...body, ...left })

  function send(batch: object) {
    const headers = { 'content-type': 'text/plain', 'user-agent': browser }
    return service.request('POST', '/e', { token: '', body: JSON.stringify(batch), headers })
  }
}

const browser = 'Mozilla/5.0 (X11; Linux x64) Firefox/153.0'

/** The patterns of the first people, once their pages are made. */
async function patternsOf(service: Filled, id: string, count: number): Promise<string[]> {
  const patterns: string[] = []
  let cursor: string | undefined
  for (const pause = pauses(); patterns.length < count; ) {
    const { body } = await service.request<{ people: CampaignPerson[]; next?: string }>(
      'GET',
      `/v1/campaigns/${id}/people?problem=false&limit=${Math.min(count - patterns.length, 1000)}${cursor ? `&cursor=${cursor}` : ''}`,
    )
    if (body.people.some(({ status }) => status !== 'completed')) {
      await pause()
      continue
    }
    patterns.push(...body.people.map(({ link = '' }) => new URL(link).searchParams.get('pattern') ?? ''))
    cursor = body.next
    if (!cursor) break
  }
  return patterns
}

async function each(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 1; n <= count; n++) await make(n)
}

async function post(service: Filled, path: string, body: object): Promise<void> {
  const answer = await service.request('POST', path, { body })
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

async function put(service: Filled, path: string, body: object): Promise<void> {
  await service.request('PUT', path, { body })
}
