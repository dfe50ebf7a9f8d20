import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { asWritten } from '../../../wire/bare-name.ts'
import { itemName } from '../../../wire/item-name.ts'
import { hrefOf } from '../../address.ts'
import { madePageOf, originalPageOf } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import { fetchRecords, type RecordSummary, type ReportResults } from '../../api/results.ts'
import type { ItemOnPage } from '../../api/templates.ts'
import { type RecordItems, readWordsOf } from '../../api/words.ts'
import { Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { grouped } from '../../parts/grouped.ts'
import { PagePicture } from '../../parts/page-picture.tsx'
import { State } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

interface ItemByItemProps {
  name: string
  page: string
  language: string
  items: readonly ItemOnPage[]
  reports: readonly ReportResults[]
  /** Whether the page could be read. */
  isRead: boolean
  /** What is wrong, below the answer. */
  children: ComponentChildren
}

/** Each item of a template: what the page says by itself, what it says to one person, in how many visits it was shown. */
export function ItemByItem({ name, page, language, items, reports, isRead, children }: ItemByItemProps) {
  const people = usePeopleOf(name)
  const [at, setAt] = useState(0)
  const person = people?.[at]
  const made = useLoaded((signal) => readMade({ name, language, person }, signal), [name, language, person])
  if (items.length === 0)
    return <p class="quiet">Nothing is changed on the page yet: pick an element with “Edit on the page”.</p>
  const words = made.state === 'there' && !made.isEarlier ? wordsByIndex(items, made.value) : undefined
  return (
    <>
      <p>
        <strong>{summaryOf(items, reports)}</strong>{' '}
        <span class="quiet">
          Its <a href={hrefOf('campaigns')}>campaigns</a> say what it won, under <em>Did it work?</em>
        </span>
      </p>
      {children}
      {people && <PersonSwitch {...{ people, at, person }} onStep={(by) => setAt(at + by)} />}
      {words && [...words.values()].every(({ payload }) => !payload) && (
        <p class="quiet">Control group: sees the original page</p>
      )}
      {isRead && <Pictures name={name} person={person} />}
      {made.state === 'failed' && <Failed failure={made.failure} onTryAgain={made.reload} />}
      <Table
        caption="Items, before and after"
        className="before-after"
        rows={items}
        keyOf={({ index }) => index}
        columns={[
          { title: 'Item', cell: (item) => <Named item={item} /> },
          { title: 'On the page', cell: (item) => <Own {...{ item, isRead, page }} /> },
          {
            title: person ? 'For this person' : 'For an unknown visitor',
            cell: (item) => (words ? <Made {...{ item, page, person }} made={words.get(item.index)} /> : '…'),
          },
          { title: 'Shown', cell: (item) => <Shown report={reportOf(item, reports)} /> },
        ]}
      />
    </>
  )
}

/** How many people can be looked at, one after the other: those who came last. */
const mostPeople = 100

function usePeopleOf(name: string): RecordSummary[] | undefined {
  const read = (signal: AbortSignal) =>
    fetchRecords({ template: name, sort: '-lastVisit', limit: mostPeople }, signal)
  const loaded = useLoaded(read, [name])
  if (loaded.state !== 'there') return undefined
  return loaded.value.rows.filter(({ status }) => status === 'completed')
}

/** What an item says to somebody. */
type MadeItem = Pick<RecordItems['items'][number], 'selector' | 'type' | 'payload' | 'changedBy'>

interface Whom {
  name: string
  language: string
  person: RecordSummary | undefined
}

/** The items of a person's page as it is, or of one for an unknown visitor. */
async function readMade({ name, language, person }: Whom, signal: AbortSignal): Promise<MadeItem[]> {
  if (person) return (await readWordsOf(person.id, signal)).items
  const wish = { params: { name }, json: { language }, signal }
  return (await ask('POST /v1/templates/:name/preview', wish)).content
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
    <div class="row strip">
      <button type="button" aria-label="Person before" disabled={at === 0} onClick={() => onStep(-1)}>
        ‹
      </button>
      <button
        type="button"
        aria-label="Next person"
        disabled={at >= people.length - 1}
        onClick={() => onStep(1)}
      >
        ›
      </button>
      <p role="status">
        As made for <a href={hrefOf('people', person.prospectId)}>{person.prospect}</a>
        {person.company && person.name ? `, ${person.company}` : ''}{' '}
        <span class="quiet">
          {formatNumber(at + 1)} of {formatNumber(people.length)}
        </span>
      </p>
    </div>
  )
}

/** The page as it is, beside the one that a person gets. The numbers are those of the items. */
function Pictures({ name, person }: { name: string; person: RecordSummary | undefined }) {
  const marks = { isNumbered: true }
  return (
    <div class="pictures">
      <figure class="tight">
        <figcaption class="quiet">Before: the page as it is</figcaption>
        <PagePicture src={originalPageOf(name, marks)} title="The page as it is" isScrolled />
      </figure>
      {person && (
        <figure class="tight">
          <figcaption class="quiet">After: the page for {person.prospect}</figcaption>
          <PagePicture
            src={madePageOf(person.id, marks)}
            title={`The page for ${person.prospect}`}
            isScrolled
          />
        </figure>
      )}
    </div>
  )
}

function Named({ item }: { item: ItemOnPage }) {
  return (
    <>
      <span>{itemName(item)}</span>
      <details class="quiet small">
        <summary>Details</summary>
        <code>
          <Breakable text={asWritten(item.selector)} />
        </code>
      </details>
    </>
  )
}

interface OwnProps {
  item: ItemOnPage
  isRead: boolean
  page: string
}

function Own({ item: { own, type, matches, state }, isRead, page }: OwnProps) {
  if (state === 'unknown') return <span class="quiet">made by the page’s scripts</span>
  if (state === 'several')
    return (
      <>
        <Words {...{ text: own, type, page }} />{' '}
        <State tone="bad">in {formatNumber(matches ?? 0)} places</State>
      </>
    )
  if (own !== undefined) return <Words {...{ text: own, type, page }} />
  if (!isRead) return <span class="quiet">the page could not be read</span>
  return <span class="quiet">{matches === 0 ? 'not on the page' : 'nothing'}</span>
}

interface MadeProps {
  item: ItemOnPage
  made: MadeItem | undefined
  page: string
  person: RecordSummary | undefined
}

function Made({ item: { type }, made, page, person }: MadeProps) {
  if (!made && person) return <span class="quiet">not on this page yet: it was made before</span>
  return (
    <>
      <Words text={made?.payload} {...{ type, page }} />{' '}
      {made?.changedBy !== undefined && <State tone="odd">changed by {made.changedBy}</State>}
    </>
  )
}

interface WordsProps {
  text: string | undefined
  type: ItemOnPage['type']
  /** The address of the page, to which pictures are relative. */
  page: string
}

function Words({ text, type, page }: WordsProps) {
  if (!text) return <span class="quiet">the page’s own stays</span>
  if (type === 'text' || type === 'html') return <Breakable text={type === 'html' ? plain(text) : text} />
  if (type === 'src' && URL.canParse(text, page))
    return <img src={new URL(text, page).href} alt={text} title={text} loading="lazy" />
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

/** What was made for somebody, by item. The page may be of another version of the template. */
function wordsByIndex(items: readonly ItemOnPage[], made: readonly MadeItem[]): Map<number, MadeItem> {
  const left = grouped(made, ({ selector, type }) => `${type} ${selector}`)
  return new Map(
    items.flatMap(({ index, selector, type }) => {
      const item = left.get(`${type} ${selector}`)?.shift()
      return item ? [[index, item] as const] : []
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
  if (told.length === 0) return 'Nobody has visited yet: the first visit says what was shown.'
  const lacking = told.filter((each) => each.applied < visitsOf(each)).length
  if (lacking === 0 && items.some(({ state }) => state === 'missing'))
    return 'No: not every item is on the page.'
  if (lacking === 0) return 'Yes: in every visit, people were shown all of it.'
  return `Not all of it: ${count(lacking, 'item')} of ${formatNumber(items.length)} ${lacking === 1 ? 'was' : 'were'} not shown in every visit.`
}
