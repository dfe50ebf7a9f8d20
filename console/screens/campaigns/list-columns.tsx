import type { ColumnCorrections, ColumnMeaning, ListColumn, ListReading } from '../../api/lists.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { Select } from '../../parts/field.tsx'
import { count } from '../../parts/format.ts'
import { type Column, Table } from '../../parts/table.tsx'

const meanings: Record<ColumnMeaning, string> = {
  email: 'E-mail address',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  company: 'Company',
  role: 'Role',
  domain: 'Website',
  industry: 'Industry',
  linkedin: 'LinkedIn',
  language: 'Language',
}

const mostRows = 3
const mostKept = 6

interface ListColumnsProps {
  reading: ListReading
  corrections: ColumnCorrections
  onCorrect: (corrections: ColumnCorrections) => void
}

/** The columns of a list, each with its meaning, which can be corrected, and the first rows. Many that are only kept are folded. */
export function ListColumns(props: ListColumnsProps) {
  const numbered = props.reading.columns.map((column, at) => ({ ...column, at }))
  const kept = numbered.filter(({ meaning }) => !meaning)
  if (kept.length <= mostKept) return <Columns {...props} numbered={numbered} />
  return (
    <>
      <Columns {...props} numbered={numbered.filter(({ meaning }) => meaning)} />
      <details>
        <summary>{count(kept.length, 'column')} kept as they are</summary>
        <Columns {...props} numbered={kept} />
      </details>
    </>
  )
}

type Numbered = ListColumn & { at: number }

function Columns({
  reading: { columns, rows },
  corrections,
  onCorrect,
  numbered,
}: ListColumnsProps & { numbered: Numbered[] }) {
  return (
    <Table
      caption="Columns of the list, with its first rows"
      className="list-columns"
      rows={numbered}
      keyOf={({ at }) => at}
      columns={[
        { title: 'Column', cell: ({ title }) => <Title title={title} /> },
        {
          title: 'Means',
          cell: (column) => (
            <Meaning
              label={`Meaning of column ${column.at + 1}`}
              column={column}
              onChange={(meaning) => onCorrect(corrected(corrections, columns, column.title, meaning))}
            />
          ),
        },
        ...rows.slice(0, mostRows).map(
          ({ line, cells }): Column<Numbered> => ({
            title: `Line ${line}`,
            cell: ({ at }) => <Breakable text={cells[at]?.trim() || '–'} />,
          }),
        ),
      ]}
    />
  )
}

/** A column's title. It breaks between words; a word that is too long is cut, and shown whole on hover. */
function Title({ title }: { title: string }) {
  return (
    <span class="clipped" title={title}>
      <Breakable text={title || 'without a title'} />
    </span>
  )
}

interface MeaningProps {
  /** The label of the control. Not the column's title alone, which may be the name of another field. */
  label: string
  column: ListColumn
  onChange: (meaning: string) => void
}

const knownBy = { contents: 'by what is in it', memory: 'as you said before' }

function Meaning({ label, column: { meaning, key, by }, onChange }: MeaningProps) {
  return (
    <>
      <Select
        aria-label={label}
        value={meaning ?? 'additional'}
        options={{ ...meanings, additional: `Keep as ${key}`, ignore: 'Leave out' }}
        onChange={onChange}
      />
      {by && <p class="quiet">{knownBy[by]}</p>}
    </>
  )
}

/** The corrections with one more. A column that had this meaning before loses it. */
export function corrected(
  before: ColumnCorrections,
  columns: readonly ListColumn[],
  title: string,
  meaning: string,
): ColumnCorrections {
  const isShared = meaning === 'additional' || meaning === 'ignore'
  const had = isShared ? undefined : columns.find((column) => column.meaning === meaning)
  return {
    ...before,
    ...(had && had.title !== title && { [had.title]: 'additional' }),
    [title]: meaning,
  }
}
