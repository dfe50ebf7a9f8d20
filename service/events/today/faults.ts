import { sql } from 'kysely'
import type { ContentItem } from '../../../wire/record.ts'
import type { Database } from '../../base/database/database.ts'
import { testEvent } from '../../base/outbox/happenings.ts'
import { decodeMeasuredItems } from '../../content/measured-items.ts'
import { withoutPayloads } from '../../content/sql.ts'
import type { PageState } from '../../templates/page-check.ts'
import { listPageStates } from '../../templates/sql.ts'
import { type ItemNames, isSameItem, withName } from '../../templates/template.ts'
import type { Templates } from '../../templates/templates.ts'
import { reportLetters } from '../rows.ts'
import type { Broken, BrokenItem, SeveralElements } from './operations.ts'

/** So many later visits of people without a trouble end it: of each template, that many of the latest are looked at. */
const visitsLooked = 20
const daysLooked = 30

/** What is broken now: items in the latest visits, pages, receivers of callbacks and webhooks, connections. */
export async function readFaults(db: Database, organization: string): Promise<Broken[]> {
  const pages = await listPageStates(db, organization)
  const visits = await listReportedVisits(db, organization)
  const onPages = pages.flatMap((page) => pageFaults(page, visits.get(page.template) ?? []))
  const inVisits = [...visits].flatMap(([template, latest]) =>
    visitFaults(
      latest,
      pages.find((page) => page.template === template),
    ),
  )
  const isSame = (one: BrokenItem) => (other: Broken) =>
    one.kind === other.kind && one.template === other.template && isSameItem(one, other)
  return [
    ...inVisits
      .sort((a, b) => b.visits - a.visits)
      .map((fault) => {
        const checked = onPages.find(isSame(fault)) as BrokenItem | undefined
        return { ...fault, ...(checked?.checkedAt && { checkedAt: checked.checkedAt }) }
      }),
    ...onPages.filter((fault) => !inVisits.some((known) => isSame(known)(fault))),
    ...(await listDeadReceivers(db, organization)),
    ...(await listBrokenConnections(db, organization)),
  ]
}

/** The same, with what people call the items. */
export async function readNamedFaults(
  { db, namesOf }: { db: Database; namesOf: Templates['namesOf'] },
  organization: string,
): Promise<Broken[]> {
  const faults = await readFaults(db, organization)
  const templates = faults.filter(isOfItem).map(({ template }) => template)
  const names = await namesIn(organization, templates, namesOf)
  return faults.map((fault) =>
    isOfItem(fault) ? withName(fault, names.get(fault.template)?.content(fault)) : fault,
  )
}

/** The names of the items of these templates, each read once. */
export async function namesIn(
  organization: string,
  templates: readonly string[],
  namesOf: Templates['namesOf'],
): Promise<Map<string, ItemNames>> {
  const named = [...new Set(templates)].map(
    async (name) => [name, await namesOf(organization, name)] as const,
  )
  return new Map(await Promise.all(named))
}

function isOfItem(fault: Broken): fault is BrokenItem | SeveralElements {
  return fault.kind === 'missing' || fault.kind === 'refused' || fault.kind === 'several'
}

type Item = Pick<BrokenItem, 'selector' | 'type'>

type WatchedPage = PageState & { template: string }

const kinds: Record<string, BrokenItem['kind'] | undefined> = {
  [reportLetters.missing]: 'missing',
  [reportLetters.refused]: 'refused',
}

/** In how many of the latest visits that tried an item it had a trouble, unless a check has found it on the page since. */
function visitFaults(visits: readonly ReportedVisit[], page: WatchedPage | undefined): BrokenItem[] {
  const faults = new Map<string, BrokenItem>()
  for (const { template, content, report, beganAt } of visits)
    for (const [index, { selector, type }] of content.entries()) {
      const kind = kinds[report[index] ?? '']
      const onPage = page?.items.find((item) => isSameItem(item, { selector, type }))
      const mendedAt = onPage && onPage.state !== 'missing' ? onPage.since : 0
      if (!kind || beganAt.getTime() <= mendedAt) continue
      const key = `${kind} ${type} ${selector}`
      const fault = faults.get(key) ?? { kind, template, selector, type, visits: 0, of: 0 }
      faults.set(key, { ...fault, visits: fault.visits + 1 })
    }
  const of = (item: Item) => visits.filter((visit) => letterOf(item, visit) !== '-').length
  return [...faults.values()].map((fault) => ({ ...fault, of: of(fault) }))
}

/** What a visit reported of an item; `-` if it did not try it, or did not have it. */
function letterOf(item: Item, { content, report }: ReportedVisit): string {
  return report[content.findIndex((each) => isSameItem(each, item))] ?? '-'
}

/** What the checks of a page found, unless enough later visits had no such trouble. */
function pageFaults(page: WatchedPage, visits: readonly ReportedVisit[]): Broken[] {
  const { template, goneSince, items } = page
  const checkedAt = new Date(page.checkedAt).toISOString()
  const laterThan = (since: number) => visits.filter(({ beganAt }) => beganAt.getTime() > since)
  const isOver = (since: number) => laterThan(since).length >= visitsLooked
  const about = { kind: 'page', template, page: page.page, checkedAt } as const
  if (goneSince !== undefined) return isOver(goneSince) ? [] : [{ ...about, what: 'gone' }]
  const faults = items.flatMap((item): (BrokenItem | SeveralElements)[] => {
    const { selector, type, state, since, matches = 0 } = item
    const reported = laterThan(since)
      .map((visit) => letterOf(item, visit))
      .filter((letter) => letter !== '-')
    if (reported.length >= visitsLooked && !reported.some((letter) => letter in kinds)) return []
    const where = { template, selector, type, checkedAt }
    if (state === 'several') return [{ kind: 'several', ...where, matches }]
    return state === 'missing' ? [{ kind: 'missing', ...where, visits: 0, of: 0 }] : []
  })
  const isUntagged = page.untaggedSince !== undefined && items.length > 0 && !isOver(page.untaggedSince)
  return isUntagged ? [{ ...about, what: 'no-tag' }, ...faults] : faults
}

interface ReportedVisit {
  template: string
  content: Pick<ContentItem, 'selector' | 'type'>[]
  /** A letter for each: see `reportLetters`. */
  report: string
  beganAt: Date
}

/** Of how many visits of the organization the latest ones of each template are chosen. */
const mostVisits = 5000

/**
 * The latest visits of each template that reported, the newest first, without those of control groups, who are shown the page as
 * it is. Templates that are deleted have none: nobody can mend them.
 */
async function listReportedVisits(db: Database, organization: string): Promise<Map<string, ReportedVisit[]>> {
  const { rows } = await sql<
    Omit<ReportedVisit, 'content'> & { analytics: string; items: string; measured: string | null }
  >`
    SELECT template, analytics, ${withoutPayloads('latest.items')} AS items, measured, report, began_at AS "beganAt" FROM (
      SELECT c.template, c.analytics, c.content AS items, c.measured, v.report, v.began_at,
        row_number() OVER (PARTITION BY c.template ORDER BY v.began_at DESC, v.visit) AS number
      FROM (
        SELECT content, visit, began_at, report FROM visit own
        WHERE organization = ${organization} AND is_person(own) AND reported IS NOT NULL
          AND seen_minute > extract(epoch FROM now() - make_interval(days => ${daysLooked})) / 60
        ORDER BY seen_minute DESC LIMIT ${sql.lit(mostVisits)}) AS v
      JOIN content c ON c.organization = ${organization} AND c.id = v.content
      WHERE NOT c.control AND NOT EXISTS (
        SELECT FROM stored_template t WHERE t.organization = ${organization} AND t.name = c.template AND t.deleted
          AND NOT EXISTS (SELECT FROM template f WHERE f.name = t.name))
    ) AS latest
    WHERE number <= ${visitsLooked} ORDER BY template, number`.execute(db)
  const visits = rows.map(({ analytics, items, measured, ...visit }) => ({
    ...visit,
    content: decodeMeasuredItems({ analytics, content: items, measured }).content,
  }))
  return Map.groupBy(visits, ({ template }) => template)
}

/**
 * The receivers of callbacks that were given up, and those of webhooks that have given up events and taken nothing since,
 * not even a test; each with why the latest failed. Of an address the scheme and the host are told: its path and query may
 * be secret, and those of each record may be others.
 */
async function listDeadReceivers(db: Database, organization: string): Promise<Broken[]> {
  const { rows } = await sql<{
    kind: 'callback' | 'webhook'
    url: string
    deliveries: number
    error: string | null
  }>`
    SELECT CASE WHEN w.id IS NULL THEN 'callback' ELSE 'webhook' END AS kind,
      substring(coalesce(w.url, m.url) FROM '^[^/]*//[^/?#]*') AS url, count(*) AS deliveries,
      (array_agg(m.last_error ORDER BY m.tried_at DESC))[1] AS error
    FROM message m LEFT JOIN webhook w ON w.organization = m.organization AND w.id = m.webhook
    WHERE m.organization = ${organization} AND m.state = 'dead' AND (
      m.url IS NOT NULL OR w.id IS NOT NULL AND m.type <> ${testEvent} AND NOT EXISTS (
        SELECT FROM message t WHERE t.organization = m.organization AND t.webhook = m.webhook
          AND t.state = 'delivered' AND t.tried_at > m.tried_at))
    GROUP BY 1, 2 ORDER BY 1, count(*) DESC, 2 LIMIT ${sql.lit(mostReceivers)}`.execute(db)
  return rows.map(({ error, ...fault }) => ({ ...fault, ...(error !== null && { error }) }))
}

const mostReceivers = 40

/** What is wrong with the connection of the organization, with its lists, and with contacts that could not be written. */
async function listBrokenConnections(db: Database, organization: string): Promise<Broken[]> {
  const { rows } = await sql<{ problem: string }>`
    WITH own AS (SELECT * FROM connection WHERE organization = ${organization})
    SELECT problem FROM own WHERE problem IS NOT NULL
    UNION
    SELECT l.problem FROM connected_list l JOIN campaign m ON m.organization = l.organization AND m.id = l.campaign
    JOIN own ON own.account = l.account
    WHERE l.organization = ${organization} AND l.problem IS NOT NULL AND m.status IN ('draft', 'open')
    UNION
    SELECT 'HubSpot did not take what Motif knows of ' || CASE count(*) WHEN 1 THEN 'a contact' ELSE count(*) || ' contacts' END
      || ': ' || min(c.problem) FROM contact c JOIN own ON own.account = c.account
    WHERE c.organization = ${organization} AND c.problem IS NOT NULL HAVING count(*) > 0`.execute(db)
  return rows.map(({ problem }) => ({ kind: 'connection', name: 'HubSpot', problem }))
}
