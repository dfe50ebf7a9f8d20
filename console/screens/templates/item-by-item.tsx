import { useState } from 'preact/hooks'
import { asWritten } from '../../../wire/bare-name.ts'
import { itemName } from '../../../wire/item-name.ts'
import { hrefOf } from '../../address.ts'
import { fetchRecords, type RecordSummary, type ReportResults } from '../../api/results.ts'
import { type ItemOnPage, type Preview, previewTemplate } from '../../api/templates.ts'
import { Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { grouped } from '../../parts/grouped.ts'
import { State } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

interface ItemByItemProps {
  name: string
  language: string
  items: readonly ItemOnPage[]
  reports: readonly ReportResults[]
  /** Whether the page could be read. */
  isRead: boolean
}

/** Each item of a template: what the page says by itself, what it says to one person, in how many visits it was shown. */
export function ItemByItem({ name, language, items, reports, isRead }: ItemByItemProps) {
  const people = usePeopleOf(name)
  const [at, setAt] = useState(0)
  const person = people?.[at]
  const preview = useLoaded(
    (signal) =>
      previewTemplate(
        name,
        { language: person?.language ?? language, ...(person && { prospect: person.prospectId }) },
        signal,
      ),
    [name, language, person],
  )
  if (items.length === 0)
    return <p class="quiet">Nothing is changed on the page yet: pick an element with “Edit on the page”.</p>
  const words =
    preview.state === 'there' && !preview.isEarlier ? wordsByIndex(items, preview.value) : undefined
  return (
    <>
      <p>{summaryOf(items, reports)}</p>
      {people && <PersonSwitch {...{ people, at, person }} onStep={(by) => setAt(at + by)} />}
      {preview.state === 'failed' && <Failed failure={preview.failure} onTryAgain={preview.reload} />}
      <Table
        caption="Items, before and after"
        className="before-after"
        rows={items}
        keyOf={({ index }) => index}
        columns={[
          { title: 'Item', cell: (item) => <Named item={item} /> },
          { title: 'On the page', cell: (item) => <Own item={item} isRead={isRead} /> },
          {
            title: 'For this person',
            cell: (item) => (words ? <Words text={words.get(item.index)} type={item.type} /> : '…'),
          },
          { title: 'Shown', cell: (item) => <Shown report={reportOf(item, reports)} /> },
        ]}
      />
    </>
  )
}

/** How many people can be looked at, one after the other: those who read most. */
const mostPeople = 100

function usePeopleOf(name: string): RecordSummary[] | undefined {
  const read = (signal: AbortSignal) =>
    fetchRecords({ template: name, sort: '-lastVisit', limit: mostPeople }, signal)
  const loaded = useLoaded(read, [name])
  return loaded.state === 'there' ? loaded.value.rows : undefined
}

interface SwitchProps {
  people: readonly RecordSummary[]
  at: number
  person: RecordSummary | undefined
  onStep: (by: number) => void
}

function PersonSwitch({ people, at, person, onStep }: SwitchProps) {
  if (!person) return <p class="quiet">Nobody is invited yet: the words are those for an unknown visitor.</p>
  return (
    <div class="strip">
      <button type="button" aria-label="Person before" disabled={at === 0} onClick={() => onStep(-1)}>
        ‹
      </button>
      <p role="status">
        As made for <a href={hrefOf('people', person.prospectId)}>{person.prospect}</a>
        {person.company && person.name ? `, ${person.company}` : ''}{' '}
        <span class="quiet">
          {formatNumber(at + 1)} of {formatNumber(people.length)}
        </span>
      </p>
      <button
        type="button"
        aria-label="Next person"
        disabled={at >= people.length - 1}
        onClick={() => onStep(1)}
      >
        ›
      </button>
    </div>
  )
}

function Named({ item }: { item: ItemOnPage }) {
  return (
    <>
      <span>{itemName(item)}</span>
      <details class="quiet">
        <summary>Details</summary>
        <code>
          <Breakable text={asWritten(item.selector)} />
        </code>
      </details>
    </>
  )
}

function Own({ item: { own, type, matches, state }, isRead }: { item: ItemOnPage; isRead: boolean }) {
  if (state === 'unknown') return <span class="quiet">not known until somebody visits</span>
  if (state === 'several')
    return (
      <>
        <Words text={own} type={type} /> <State tone="bad">in {formatNumber(matches ?? 0)} places</State>
      </>
    )
  if (own !== undefined) return <Words text={own} type={type} />
  if (!isRead) return <span class="quiet">the page could not be read</span>
  return <span class="quiet">{matches === 0 ? 'not on the page' : 'nothing'}</span>
}

function Words({ text, type }: { text: string | undefined; type: ItemOnPage['type'] }) {
  if (text === undefined) return <span class="quiet">the page’s own stays</span>
  if (type === 'text' || type === 'html') return <Breakable text={type === 'html' ? plain(text) : text} />
  return (
    <code>
      <Breakable text={text} />
    </code>
  )
}

/** The words of HTML. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': '’' }

/** What was made for the person, by item. An item without words is left out of it. */
function wordsByIndex(items: readonly ItemOnPage[], { content }: Preview): Map<number, string> {
  const left = grouped(content, ({ selector, type }) => `${type} ${selector}`)
  return new Map(
    items.flatMap(({ index, selector, type }) => {
      const made = left.get(`${type} ${selector}`)?.shift()
      return made ? [[index, made.payload] as const] : []
    }),
  )
}

function reportOf(item: ItemOnPage, reports: readonly ReportResults[]): ReportResults | undefined {
  return reports.find(({ selector, type }) => selector === item.selector && type === item.type)
}

function visitsOf({ applied, missing, refused, contested }: ReportResults): number {
  return applied + missing + refused + contested
}

/** In how many visits of people an item was shown, and why not in the others. */
function Shown({ report }: { report: ReportResults | undefined }) {
  const visits = report ? visitsOf(report) : 0
  if (!report || visits === 0) return <State>no visit yet</State>
  const { applied, missing, refused, contested } = report
  const why = [
    missing > 0 && `not found in ${formatNumber(missing)}`,
    refused > 0 && `could not be shown in ${formatNumber(refused)}`,
    contested > 0 && `the page wrote over it in ${formatNumber(contested)}`,
  ].filter((each) => each !== false)
  return (
    <>
      <State tone={applied === visits ? 'good' : 'bad'}>
        in {formatNumber(applied)} of {count(visits, 'visit')}
      </State>
      {why.length > 0 && <p class="quiet">{why.join(', ')}</p>}
    </>
  )
}

/** `Not all of it: 2 items of 6 were not shown in every visit.` */
function summaryOf(items: readonly ItemOnPage[], reports: readonly ReportResults[]): string {
  const told = items.flatMap((item) => reportOf(item, reports) ?? []).filter((each) => visitsOf(each) > 0)
  if (told.length === 0) return 'No person has come yet: the first visit says what was shown.'
  const lacking = told.filter((each) => each.applied < visitsOf(each)).length
  if (lacking === 0) return 'Yes: in every visit, people were shown all of it.'
  return `Not all of it: ${count(lacking, 'item')} of ${formatNumber(items.length)} ${lacking === 1 ? 'was' : 'were'} not shown in every visit.`
}
