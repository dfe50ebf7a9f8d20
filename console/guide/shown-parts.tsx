import { type ComponentType, Fragment } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { Failure } from '../api/client.ts'
import { Awaited, Failed, Loading } from '../parts/awaited.tsx'
import { Breakable } from '../parts/breakable.tsx'
import { Copy } from '../parts/copy.tsx'
import { CreateButtons } from '../parts/create-buttons.tsx'
import { DaysChart } from '../parts/days-chart.tsx'
import { Confirm, Dialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/empty.tsx'
import { ListOfFaults } from '../parts/faults.tsx'
import { Field } from '../parts/field.tsx'
import { Figures, Reports } from '../parts/figures.tsx'
import { formatNumber } from '../parts/format.ts'
import { Funnel, FunnelStep } from '../parts/funnel.tsx'
import { HeadingText } from '../parts/heading.tsx'
import { Icon } from '../parts/icon.tsx'
import { LookAt } from '../parts/look-at.tsx'
import { FaultsOfPage } from '../parts/page-faults.tsx'
import { Paged } from '../parts/paged.tsx'
import { MailTo, Reachable } from '../parts/reach.tsx'
import { SearchField } from '../parts/search.tsx'
import { SignOut } from '../parts/sign-out.tsx'
import { SortedList } from '../parts/sorted-list.tsx'
import { State } from '../parts/state.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Time } from '../parts/time.tsx'
import { useAction } from '../parts/use-action.ts'
import { WordsOfItems } from '../parts/words-for-one.tsx'
import { ago, daysOf, people, type ShownPerson, some, wordsOfAnna } from './examples.ts'

interface ShownPart {
  /** What the part is for. */
  what: string
  /** The part in each of its states, by what the state is called. */
  states: Record<string, ComponentType>
}

const columns: Column<ShownPerson>[] = [
  { title: 'Name', sort: 'name', cell: ({ name }) => <Breakable text={name} /> },
  { title: 'Company', cell: ({ company }) => company },
  {
    title: 'State',
    cell: ({ visits }) => (visits > 0 ? <State tone="good">came</State> : <State>invited</State>),
  },
  { title: 'Visits', sort: 'visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
  { title: 'Last visit', sort: 'at', isLastFirst: true, cell: ({ at }) => <Time at={at} /> },
]

const isAway = new Failure(503, 'The service is busy. It answers again in a moment.')
const loaded = { reload: () => undefined, isStale: false, isEarlier: false }
const readPeople = async () => ({ rows: people, next: 'more' })
const readNobody = async () => ({ rows: [] as ShownPerson[] })
const readNothing = () => new Promise<never>(() => undefined)
const fail = () => Promise.reject(isAway)
const keyOf = ({ name }: ShownPerson) => name
const none = (
  <Empty title="Nobody yet">
    <p>People come with the list of a campaign.</p>
  </Empty>
)
const nothingToDo = () => undefined

function PagedPeople({ ask }: { ask: typeof readPeople | typeof readNobody }) {
  return (
    <Paged ask={ask} one="person" many="people" empty={none}>
      {(rows) => (
        <ul>
          {rows.map(({ name }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same people come again.
            <li key={at}>{name}</li>
          ))}
        </ul>
      )}
    </Paged>
  )
}

function OpenDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open a dialog
      </button>
      {isOpen && (
        <Dialog title="New token" onClose={() => setOpen(false)}>
          <p>Its content.</p>
          <CreateButtons isCreating={false} onCancel={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function OpenConfirm({ label, work }: { label: string; work: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const action = useAction(useCallback(() => work(), [work]))
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Confirm title="Delete “Spring launch”?" yes="Delete" action={action} onClose={() => setOpen(false)}>
          <p>60 links stop working. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  )
}

/** The parts of `console/parts`, by file. */
export const shownParts: Record<string, ShownPart> = {
  'awaited.tsx': {
    what: 'What was asked for, once it is there; until then that it is loading, or why it failed.',
    states: {
      loading: () => <Loading />,
      there: () => (
        <Awaited loaded={{ ...loaded, state: 'there', value: 'Anna Berg', ask: null }}>
          {(name) => <p>{name}</p>}
        </Awaited>
      ),
      'there, but could not be read again': () => (
        <Awaited loaded={{ ...loaded, state: 'there', value: 'Anna Berg', ask: null, trouble: isAway }}>
          {(name) => <p>{name}</p>}
        </Awaited>
      ),
      'failed, can be tried again': () => <Failed failure={isAway} onTryAgain={nothingToDo} />,
      'not found': () => <Failed failure={new Failure(404, 'No person has this number.')} />,
    },
  },
  'breakable.tsx': {
    what: 'A text without blanks, which breaks between its parts.',
    states: {
      address: () => (
        <Breakable text="https://www.example.com/launch?pattern=_78Iq12SNmUzNOHyWNa6g&utm_source=mail" />
      ),
      'a long word': () => <Breakable text="Rechtsschutzversicherungsgesellschaftsname_der_Verwaltung" />,
    },
  },
  'copy.tsx': {
    what: 'Copies a text and says so.',
    states: {
      usual: () => <Copy text="https://www.example.com/" label="Copy link" of="Anna Berg" />,
    },
  },
  'create-buttons.tsx': {
    what: 'The end of a dialog that makes or changes something.',
    states: {
      ready: () => <CreateButtons isCreating={false} onCancel={nothingToDo} />,
      incomplete: () => <CreateButtons isCreating={false} isIncomplete onCancel={nothingToDo} />,
      creating: () => <CreateButtons isCreating onCancel={nothingToDo} />,
      'of a change': () => <CreateButtons yes="Save" isCreating={false} onCancel={nothingToDo} />,
    },
  },
  'days-chart.tsx': {
    what: 'Figures over days, as a plot and as a table.',
    states: {
      'no day': () => <DaysChart days={[]} />,
      'one day': () => <DaysChart days={daysOf(1)} />,
      'thirty days': () => <DaysChart days={daysOf(30)} />,
      'two years': () => <DaysChart days={daysOf(730)} />,
    },
  },
  'dialog.tsx': {
    what: 'A question before everything else. Escape closes it.',
    states: {
      plain: () => <OpenDialog />,
      'asks before something': () => <OpenConfirm label="Ask first" work={async () => undefined} />,
      'fails and stays open': () => <OpenConfirm label="Ask, and fail" work={fail} />,
    },
  },
  'empty.tsx': { what: 'A list with nothing in it: why, and what to do.', states: { usual: () => none } },
  'faults.tsx': {
    what: 'What is broken, and what mends it.',
    states: {
      some: () => (
        <ListOfFaults
          faults={[
            { kind: 'missing', template: 'launch', selector: 'h1', type: 'text', visits: 3, of: 20 },
            { kind: 'refused', template: 'launch', selector: '#logo', type: 'src', visits: 9, of: 20 },
            { kind: 'more-pictures', pictures: 2 },
            { kind: 'callback', url: 'https://crm.example', deliveries: 4 },
            { kind: 'webhook', url: 'https://crm.example', deliveries: 2, error: 'HTTP 500' },
          ]}
        />
      ),
    },
  },
  'field.tsx': {
    what: 'A control with its label, and its help or problem.',
    states: {
      help: () => (
        <Field label="Name" help="Of your colleague.">
          {(tie) => <input {...tie} />}
        </Field>
      ),
      problem: () => (
        <Field label="Address" problem="Give an e-mail address.">
          {(tie) => <input {...tie} defaultValue="carla" />}
        </Field>
      ),
      choice: () => (
        <Field label="Role">
          {(tie) => (
            <select {...tie}>
              <option>viewer</option>
            </select>
          )}
        </Field>
      ),
    },
  },
  'figures.tsx': {
    what: 'The figures of a template or a campaign.',
    states: { 'no visit yet': () => <Reports reports={[]} />, some: () => <Figures results={some} /> },
  },
  'funnel.tsx': {
    what: 'Invited, came, goal.',
    states: {
      nobody: () => <Funnel people={0} came={0} reached={0} machines={0} unsure={0} />,
      some: () => <Funnel people={60} came={24} reached={3} machines={31} unsure={2} />,
      'a few of many': () => <Funnel people={1_234_567} came={999} reached={1} machines={1} unsure={0} />,
      'one step': () => <FunnelStep value={24} whole={60} isShare />,
    },
  },
  'heading.tsx': {
    what: 'The heading of a screen: it takes the focus and names the tab.',
    states: {
      usual: () => <HeadingText text="Spring launch" />,
      'a long name': () => <HeadingText text="maximiliane_friederike17@verwaltungsgesellschaft17.example" />,
    },
  },
  'icon.tsx': {
    what: 'The picture of a screen.',
    states: {
      all: () => (
        <>
          {(['today', 'campaigns', 'people', 'templates', 'settings'] as const).map((name) => (
            <Fragment key={name}>
              <Icon name={name} />{' '}
            </Fragment>
          ))}
        </>
      ),
    },
  },
  'look-at.tsx': {
    what: 'Opens a person’s page without a visit.',
    states: {
      usual: () => (
        <LookAt
          link="https://www.example.com/launch?pattern=_78Iq12SNmUzNOHyWNa6g"
          content="6b0a242b9509969cc3ca4786"
          isOpen={true}
        />
      ),
    },
  },
  'page-faults.tsx': {
    what: 'What is wrong with a template’s page, which it asks the service. Nothing if all is well.',
    states: {
      'all is well': () => <FaultsOfPage faults={[]} />,
      'an element is missing, and what a page may lack': () => (
        <FaultsOfPage
          faults={[
            { kind: 'missing', template: 'launch', selector: 'h1', type: 'text', visits: 3, of: 20 },
            ...(['gone', 'no-tag', 'older-tag'] as const).map((what) => ({
              kind: 'page' as const,
              what,
              template: 'launch',
              page: 'https://www.example.com/launch',
              checkedAt: ago(0.1),
            })),
          ]}
        />
      ),
    },
  },
  'paged.tsx': {
    what: 'A list of any length, page by page.',
    states: {
      'more to come': () => <PagedPeople ask={readPeople} />,
      nobody: () => <PagedPeople ask={readNobody} />,
      loading: () => <PagedPeople ask={readNothing} />,
      failed: () => <PagedPeople ask={fail} />,
    },
  },
  'reach.tsx': {
    what: 'An address that one can write to, and a number that one can call.',
    states: {
      'an address': () => <MailTo address="anna.berg@fjordlogistics.example" />,
      'a number': () => <Reachable column="phone" value="+49 (0)30 1234-56" />,
      'no number': () => <Reachable column="owner" value="Tom Reed" />,
    },
  },
  'search.tsx': {
    what: 'A search, kept in the address.',
    states: { usual: () => <SearchField label="Search people" placeholder="Name, address or company" /> },
  },
  'sign-out.tsx': {
    what: 'Ends the session, or all of them.',
    states: { here: () => <SignOut />, everywhere: () => <SignOut everywhere /> },
  },
  'sorted-list.tsx': {
    what: 'A list as a table, searched and sorted as the address says.',
    states: {
      some: () => (
        <SortedList
          read={readPeople}
          usualSort="-at"
          one="person"
          many="people"
          empty={() => none}
          caption="People in a sorted list"
          columns={columns}
          keyOf={keyOf}
        />
      ),
    },
  },
  'state.tsx': {
    what: 'A state in a word.',
    states: {
      all: () => (
        <p>
          <State>invited</State> <State tone="good">open</State> <State tone="odd">paused</State>{' '}
          <State tone="bad">not found in 12 visits</State>
        </p>
      ),
    },
  },
  'table.tsx': {
    what: 'A table; on a narrow screen each row is a card.',
    states: {
      plain: () => <Table caption="People" columns={columns} rows={people} keyOf={keyOf} />,
      'can be sorted': () => (
        <Table
          caption="People, sorted"
          columns={columns}
          rows={people}
          keyOf={keyOf}
          sort="-visits"
          onSort={nothingToDo}
        />
      ),
    },
  },
  'tabs.tsx': {
    what: 'The parts of a screen.',
    states: {
      usual: () => <Tabs label="Parts of a person" tabs={{ all: 'Everybody', links: 'Links (12)' }} />,
    },
  },
  'time.tsx': {
    what: 'A moment in everyday words.',
    states: {
      all: () => (
        <ul>
          {[0, 0.01, 0.5, 1, 4, 400].map((days) => (
            <li key={days}>
              <Time at={ago(days)} />
            </li>
          ))}
        </ul>
      ),
    },
  },
  'words-for-one.tsx': {
    what: 'The words of one person’s page, which can be changed and given back.',
    states: {
      'nothing to change': () => (
        <WordsOfItems content="" words={{ items: [], changes: [], fingerprint: '' }} onChange={nothingToDo} />
      ),
      some: () => <WordsOfItems content="" words={wordsOfAnna} onChange={nothingToDo} />,
    },
  },
}
