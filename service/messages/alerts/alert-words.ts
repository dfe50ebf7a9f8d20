import { analyticsWords, inSentence } from '../../../wire/analytics-words.ts'
import { itemName } from '../../../wire/item-name.ts'
import type { Database } from '../../base/database/database.ts'
import { type AlertSign, morningEvent } from '../../base/outbox/happenings.ts'
import { comparable, countOf } from '../../base/words/text.ts'
import { describeCampaign, findCampaign } from '../../campaigns/sql.ts'
import { readNamedFaults } from '../../events/today/faults.ts'
import type { Broken } from '../../events/today/operations.ts'
import { type DoneItem, findLastVisit, findToldVisit, type ToldVisit } from '../../events/told-sql.ts'
import { readColumns } from '../../prospects/lists/columns.ts'
import { additionalKey, ownerOf } from '../../prospects/owner.ts'
import { withName } from '../../templates/template.ts'
import type { Templates } from '../../templates/templates.ts'
import { type AlertRow, signOfType } from '../receivers-sql.ts'
import { type Message, readNoted } from '../sql.ts'
import { type AlertEntry, type AlertSenders, type AlertText, mostEntries } from './alert-text.ts'

/** What the words of an alert are made from. */
export interface AlertSources extends AlertSenders {
  db: Database
  namesOf: Templates['namesOf']
  publicUrl(): string
}

/** What a message tells. Undefined if nothing of it is left, or it is none of its owner's. */
export async function readAlert(
  sources: AlertSources,
  alert: AlertRow,
  message: Message,
): Promise<AlertText | undefined> {
  const link = `${sources.publicUrl()}/console`
  if (message.type !== morningEvent) {
    const entry = await entryOf(sources, alert, message)
    return entry && { entries: [entry], more: 0, link }
  }
  const entries: AlertEntry[] = []
  const subjects = new Set<string>()
  for (const noted of await readNoted(sources.db, message)) {
    // A page, a receiver, a campaign is told as it is now: once, however often it was gathered.
    const { id, type, visit, campaign, detail } = noted
    const subject = visit === null ? `${type} ${campaign ?? detail}` : id
    const entry = subjects.has(subject) ? undefined : await entryOf(sources, alert, noted)
    if (!entry) continue
    subjects.add(subject)
    if (entries.length < mostEntries) entries.push(entry)
  }
  const things = subjects.size
  if (things === 0) return undefined
  const title = things === 1 ? 'Since yesterday morning' : `Since yesterday morning: ${things} things`
  return { title, entries, more: things - entries.length, link }
}

type ReadEntry = (
  sources: AlertSources,
  message: Message,
  alert: AlertRow,
  sign: AlertSign,
) => Promise<Omit<AlertEntry, 'icon'> | undefined>

const kinds: Record<AlertSign, { icon: string; read: ReadEntry }> = {
  'first-visit': { icon: '👀', read: visitEntry },
  goal: { icon: '🔥', read: visitEntry },
  return: { icon: '👋', read: visitEntry },
  read: { icon: '📖', read: visitEntry },
  'page-broken': { icon: '⚠️', read: pageEntry },
  'campaign-complete': { icon: '✅', read: campaignEntry },
  'deliveries-failed': { icon: '⚠️', read: deliveriesEntry },
}

async function entryOf(
  sources: AlertSources,
  alert: AlertRow,
  message: Message,
): Promise<AlertEntry | undefined> {
  const sign = signOfType(message.type)
  if (!sign) return undefined
  const { icon, read } = kinds[sign]
  const entry = await read(sources, message, alert, sign)
  return entry && { icon, ...entry }
}

async function visitEntry(sources: AlertSources, message: Message, alert: AlertRow, sign: AlertSign) {
  const told = await readNamedVisit(sources, message)
  if (!told || !isOwned(told, alert)) return undefined
  const base = sources.publicUrl()
  return wordsOfVisit(told, { sign, item: message.detail, column: alert.owner_column, base })
}

/** A person and one of their visits, with what people call the items; undefined if there is none any more. */
async function readNamedVisit(
  { db, namesOf }: AlertSources,
  { organization, content, visit }: Pick<Message, 'organization' | 'content' | 'visit'>,
): Promise<ToldVisit | undefined> {
  const told = content && visit ? await findToldVisit(db, organization, content, visit) : undefined
  if (!told) return undefined
  const names = await namesOf(organization, told.template)
  return { ...told, items: told.items.map((done) => withName(done, names.analytics(done.item))) }
}

/**
 * @param item the one that was read
 * @param column the column of the list that says of whom the alert tells, if one does
 */
function wordsOfVisit(
  told: ToldVisit,
  { sign, item, column, base }: { sign: AlertSign; item: string | null; column: string | null; base: string },
) {
  const { name, email, company, domain, role, prospect, campaignName, template } = told
  // A return is the second visit at least: one that began before the first may turn out to be a person's after it.
  const number = sign === 'return' ? Math.max(2, told.number) : told.number
  const where = name ? company : undefined
  const main = mainItem(told, sign, item)
  const owner = ownerOf(told.additional)
  const said = column === null ? undefined : additionalOf(told, column)
  const read = told.items.filter((done) => isRead(done) && done !== main).slice(0, 3)
  const clicked = main ? [] : told.items.filter(({ type }) => type === 'click').slice(0, 2)
  return {
    who: name || company || email || domain || 'A visitor',
    about: role && where ? `${role} at ${where}` : role || where || undefined,
    what: whatOf(sign, number, main, item),
    details: [
      ...clicked.map((done) => `clicked ${inSentence(done)}`),
      ...read.map(readWords),
      ...(sign === 'first-visit' ? [] : [`${ordinal(number)} visit`]),
      campaignName ?? template,
      ...(owner ? [`Owner: ${owner}`] : []),
      ...(said && said !== owner ? [`${column}: ${said}`] : []),
      ...(typeof told.additional.hubspot_contact === 'string' ? [told.additional.hubspot_contact] : []),
    ],
    link: `${base}/console/people/${prospect}`,
  }
}

function mainItem({ items, goal }: ToldVisit, sign: AlertSign, read: string | null): DoneItem | undefined {
  return items.find((done) => (sign === 'goal' ? done.item === goal : done.item === read && isRead(done)))
}

function whatOf(sign: AlertSign, number: number, main: DoneItem | undefined, read: string | null): string {
  if (sign === 'first-visit') return 'visited for the first time'
  if (sign === 'return') return number === 2 ? 'came back' : `came back, for the ${ordinal(number)} time`
  if (sign === 'goal')
    return main ? `${analyticsWords[main.type].did} ${inSentence(main)}` : 'reached the goal'
  return main ? readWords(main) : `read ${inSentence({ item: read ?? 'the page' })}`
}

function isRead({ type, ms }: DoneItem): boolean {
  return type === 'duration' && ms >= 1000
}

function readWords(item: DoneItem): string {
  const seconds = Math.round(item.ms / 1000)
  const long = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return `read ${inSentence(item)} for ${long}`
}

function ordinal(number: number): string {
  const form = new Intl.PluralRules('en', { type: 'ordinal' }).select(number)
  return `${number}${{ one: 'st', two: 'nd', few: 'rd', other: 'th', many: 'th', zero: 'th' }[form]}`
}

/** Whether the alert is for this person: case and blanks aside. */
function isOwned(told: ToldVisit, { owner_column, owner_value }: AlertRow): boolean {
  if (owner_column === null) return true
  const said = additionalOf(told, owner_column) ?? factOf(told, owner_column)
  return comparable(said ?? '') === comparable(owner_value ?? '')
}

/** The value that the person has in a column of a list that Motif does not know the meaning of. */
function additionalOf({ additional }: ToldVisit, column: string): string | undefined {
  const said = additional[additionalKey(column)] ?? additional[column]
  return said === undefined || said === null ? undefined : String(said)
}

/** What a column whose meaning is known, such as `Job title`, says of the person. */
function factOf(told: ToldVisit, column: string): string | undefined {
  const [known] = readColumns([column])
  const fact: unknown = Object.entries(told).find(([meaning]) => meaning === known?.meaning)?.[1]
  return typeof fact === 'string' ? fact : undefined
}

async function campaignEntry({ db, publicUrl }: AlertSources, { organization, campaign: id }: Message) {
  const row = id === null ? undefined : await findCampaign(db, { organization, campaign: id })
  if (!row) return undefined
  const { name, people, problems } = await describeCampaign(db, row)
  return {
    who: name,
    what: 'is complete: every page is made',
    details: [
      countOf(people, 'person', 'people'),
      ...(problems > 0 ? [`${countOf(problems, 'line')} to fix`] : []),
    ],
    link: `${publicUrl()}/console/campaigns/${row.id}`,
  }
}

async function pageEntry(sources: AlertSources, { organization, detail }: Message) {
  const faults = (await readNamedFaults(sources, organization)).flatMap(
    (fault) => pageFault(fault, detail) ?? [],
  )
  if (faults.length === 0) return undefined
  return {
    who: detail ?? '',
    what: faults.length === 1 ? 'is broken' : `is broken in ${faults.length} places`,
    details: faults.slice(0, 6),
    link: `${sources.publicUrl()}/console/templates/${encodeURIComponent(detail ?? '')}`,
  }
}

function pageFault(fault: Broken, template: string | null): string | undefined {
  if (!('template' in fault) || fault.template !== template) return undefined
  if (fault.kind === 'page')
    return fault.what === 'gone'
      ? 'the page is gone: visitors see an error'
      : 'the page has no tag: all visitors see it as it is, and nothing is measured'
  const name = itemName(fault)
  if (fault.kind === 'several') return `${name} is in ${fault.matches} places now: all of them show its words`
  if (fault.visits === 0) return `${name} is not on the page any more: visitors do not see its words`
  const what = fault.kind === 'missing' ? 'is not on the page any more' : 'cannot be shown'
  return `${name} ${what}, in ${fault.visits} of the last ${countOf(fault.of, 'visit')}`
}

/** What is broken, for the report. */
export function faultWords(fault: Broken): string {
  if (isOfDeliveries(fault)) return `${fault.url} did not accept ${deliveriesWords(fault)}`
  if (fault.kind === 'connection') return `${fault.name}: ${fault.problem}`
  return `${fault.template}: ${pageFault(fault, fault.template)}`
}

async function deliveriesEntry(sources: AlertSources, { organization, detail }: Message) {
  const all = await readNamedFaults(sources, organization)
  const settings = `${sources.publicUrl()}/console/settings`
  const problems = all.flatMap((each) =>
    each.kind === 'connection' && each.name === detail ? each.problem : [],
  )
  if (problems.length > 0)
    return { who: detail ?? '', what: 'is not connected as it should be', details: problems, link: settings }
  const faults = all.filter((each): each is DeliveryFault => isOfDeliveries(each) && each.url === detail)
  const [first] = faults
  if (!first) return undefined
  return {
    who: first.url,
    what: `did not accept ${faults.map(deliveriesWords).join(' and ')}`,
    details: [...new Set(faults.flatMap(({ error }) => error ?? []))],
    link: first.kind === 'webhook' ? settings : `${sources.publicUrl()}/console`,
  }
}

type DeliveryFault = Extract<Broken, { kind: 'callback' | 'webhook' }>

function isOfDeliveries(fault: Broken): fault is DeliveryFault {
  return fault.kind === 'callback' || fault.kind === 'webhook'
}

function deliveriesWords({ kind, deliveries }: DeliveryFault): string {
  return countOf(deliveries, kind === 'webhook' ? 'event' : kind)
}

/** A sample of what an alert says: of the person who came last, or of a made-up one. */
export async function readSample(
  sources: AlertSources,
  organization: string,
  sign: AlertSign,
  seconds: number,
): Promise<AlertEntry> {
  const base = sources.publicUrl()
  const { icon, read } = kinds[sign]
  const sample = samples(seconds)[sign]
  const last = read === visitEntry ? await findLastVisit(sources.db, organization) : undefined
  const told = last && (await readNamedVisit(sources, { organization, ...last }))
  // What the person did may be no sign of this kind: the sample says what one looks like.
  if (!told) return { icon, ...sample, link: `${base}/console` }
  return { icon, ...wordsOfVisit(told, { sign, item: null, column: null, base }), what: sample.what }
}

function samples(seconds: number): Record<AlertSign, Omit<AlertEntry, 'icon' | 'link'>> {
  const person = { who: 'João Schmidt', about: 'Financial Controller at Vertexstack' }
  const details = ['2nd visit', 'Spring launch', 'Owner: Tom Reed']
  const lost = 'Headline is not on the page any more, in 3 of the last 3 visits'
  const crm = 'https://crm.example.com'
  return {
    'first-visit': { ...person, what: 'visited for the first time', details: details.slice(1) },
    goal: { ...person, what: 'clicked Book a demo', details: ['read Customer quote for 17 s', ...details] },
    return: { ...person, what: 'came back', details },
    read: { ...person, what: `read Pricing for ${seconds} s`, details },
    'page-broken': { who: 'launch', what: 'is broken', details: [lost] },
    'campaign-complete': {
      who: 'Spring launch',
      what: 'is complete: every page is made',
      details: ['197 people'],
    },
    'deliveries-failed': { who: crm, what: 'did not accept 3 callbacks', details: ['HTTP 500'] },
  }
}
