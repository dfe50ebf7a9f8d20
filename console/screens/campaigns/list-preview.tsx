import { useEffect } from 'preact/hooks'
import {
  askReading,
  type ColumnCorrections,
  type ListReading,
  previewList,
  proposedControl,
  type SaidOfList,
  type UnusableReason,
} from '../../api/lists.ts'
import { Failed, Loading } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { SelectField } from '../../parts/field.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSettled } from '../../parts/use-settled.ts'
import { corrected, ListColumns } from './list-columns.tsx'

/** A list as it was given. */
export interface ChosenList extends SaidOfList {
  /** The file's name, or what a pasted list is called. */
  name: string
  content: Blob | string
}

/** The control group of a campaign that is still to be created. */
export interface WantedGroup {
  /** Percentage of companies. */
  control: number
  /** Called with the list once it is read to its end. */
  onRead: (reading: ListReading, content: ChosenList['content']) => void
}

interface ListPreviewProps {
  list: ChosenList
  wanted?: WantedGroup | undefined
  /** Called with it when more is said of it, and with nothing when it is removed. */
  onChoose: (list: ChosenList | undefined) => void
}

/** How the service understands a list, before it is sent: what will be, what it cannot use, and its columns with the first rows. */
export function ListPreview({ list, wanted, onChoose }: ListPreviewProps) {
  const { name, content, corrections, encoding } = useSettled(list)
  const control = useSettled(wanted && (wanted.control || proposedControl))
  const loaded = useLoaded(
    (signal) => previewList(content, { corrections, encoding, control, signal }),
    [content, corrections, encoding, control],
  )
  const isLong = loaded.state === 'there' && loaded.value.isPart && !loaded.value.problem
  const whole = useLoaded(
    async (signal) => (isLong ? askReading(content, { corrections, encoding, control, signal }) : undefined),
    [isLong, content, corrections, encoding, control],
  )
  const counted = whole.state === 'there' && !whole.isStale ? whole.value : undefined
  const beginning = loaded.state === 'there' ? loaded.value : undefined
  /** What is known of the list so far. */
  const reading = counted ?? beginning
  const known = isLong ? counted : beginning
  const onCorrect = (said: ColumnCorrections) => onChoose({ ...list, corrections: said })
  const take = (columns: ColumnCorrections) =>
    onCorrect(
      Object.entries(columns).reduce(
        (before, [title, meaning]) => corrected(before, beginning?.columns ?? [], title, meaning),
        list.corrections,
      ),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: who asks is told once of each reading
  useEffect(() => {
    if (known) wanted?.onRead(known, content)
  }, [known])
  return (
    <section class="stack" aria-label="How the list is understood">
      <p>
        <strong>{name}</strong> <span role="status">{reading && summaryOf(reading, isLong && !counted)}</span>{' '}
        <button type="button" class="plain" onClick={() => onChoose(undefined)}>
          Remove<span class="visually-hidden"> the list</span>
        </button>
      </p>
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <Failed failure={loaded.failure} onTryAgain={loaded.reload} />}
      {reading && beginning && (
        <>
          <Letters
            reading={reading}
            isChosen={list.encoding !== undefined}
            onRead={(said) => onChoose({ ...list, encoding: said })}
          />
          {beginning.problem ? (
            <div class="notice bad" role="alert">
              <p>{beginning.problem}</p>
              <p>Say below what the columns mean, or correct the file and choose it again.</p>
            </div>
          ) : (
            <>
              <Outcome reading={reading} isCounting={isLong && whole.state !== 'failed' && !counted} />
              {whole.state === 'failed' && <Failed failure={whole.failure} onTryAgain={whole.reload} />}
              <Unusable reading={reading} onTake={take} />
            </>
          )}
          <ListColumns reading={beginning} corrections={list.corrections} onCorrect={onCorrect} />
        </>
      )}
    </section>
  )
}

const separators: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }
const encodings: Record<string, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  shift_jis: 'Japanese (Shift_JIS)',
  gbk: 'Chinese, simplified (GBK)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  macintosh: 'Western European (Macintosh)',
}

interface LettersProps {
  reading: ListReading
  /** Whether somebody said the encoding. */
  isChosen: boolean
  onRead: (encoding: string) => void
}

/** How letters beyond ASCII are read, with an example, if that is a guess. It can be changed. */
function Letters({ reading: { encoding, letters, format }, isChosen, onRead }: LettersProps) {
  const isSure = letters === undefined || encoding.startsWith('utf-') || format === 'xlsx'
  if (isSure && !isChosen) return null
  return (
    <div class="row">
      <SelectField
        label="Read as"
        help="If these letters are wrong, choose another."
        value={encoding}
        options={encodings}
        onChange={onRead}
      />
      {letters && <strong>{letters}</strong>}
    </div>
  )
}

function summaryOf({ lines, format, sheet, separator, encoding }: ListReading, isPart: boolean): string {
  const size = isPart ? `its first ${count(lines, 'line')}` : count(lines, 'line')
  if (sheet !== undefined) return `${size}, from the sheet “${sheet}”`
  if (format === 'html') return `${size}, from the table of a web page`
  const parts = separator ? `separated by ${separators[separator] ?? separator}` : format.toUpperCase()
  return `${size}, ${parts}${encoding.startsWith('utf-') ? `, ${encoding.replace(/[lb]e$/, '').toUpperCase()}` : ''}`
}

/** What will be, in one line. */
function Outcome({ reading, isCounting }: { reading: ListReading; isCounting: boolean }) {
  const { people, repeated, withoutCompany, unusable } = reading
  const parts = [
    count(people, 'person', 'people'),
    ...(repeated > 0 ? [`${count(repeated, 'duplicate')} merged`] : []),
    ...(withoutCompany > 0 ? [`${formatNumber(withoutCompany)} without a company`] : []),
    ...(unusable > 0 ? [`${count(unusable, 'line')} to correct`] : []),
  ]
  return (
    <p role="status">
      <strong class="large">
        {isCounting ? `In its first lines: ${parts.join(' · ')}` : parts.join(' · ')}
      </strong>
      <span class="quiet"> {isCounting ? 'Counting the others…' : remarkOn(reading)}</span>
      {withoutCompany > 0 && <span class="quiet"> A missing company is guessed from the address.</span>}
    </p>
  )
}

function remarkOn({ people, unusable }: ListReading): string {
  if (unusable === 0) return 'Each line can be used.'
  return people > 0 ? 'The others are invited all the same.' : ''
}

interface UnusableProps {
  reading: ListReading
  onTake: (columns: ColumnCorrections) => void
}

/** Why lines cannot be used, each reason once, and what would mend them. */
function Unusable({ reading: { unusable, problems, separator }, onTake }: UnusableProps) {
  if (unusable === 0) return null
  const rest = unusable - problems.reduce((sum, { lines }) => sum + lines, 0)
  return (
    <>
      <ul class="stack">
        {problems.map((reason) => (
          <li key={reason.problem} class="tight">
            <p>
              <strong>{count(reason.lines, 'line')}:</strong> {reason.problem.replace(': is ', ' is ')}.{' '}
              {!reason.columns && reason.remedy}
            </p>
            {reason.columns && (
              <button type="button" onClick={() => reason.columns && onTake(reason.columns)}>
                {reason.remedy?.replace(/\.$/, '')}
              </button>
            )}
            <Examples reason={reason} separator={separator} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p class="quiet">And {count(rest, 'line')} for other reasons.</p>}
    </>
  )
}

interface ExamplesProps {
  reason: UnusableReason
  separator: string | undefined
}

function Examples({ reason: { examples, lines }, separator = ',' }: ExamplesProps) {
  const cellsOf = (text: string) => text.split(separator).filter((cell) => cell.trim())
  return (
    <ul class="quiet">
      {examples.map(({ line, text }) => (
        <li key={line}>
          Line {formatNumber(line)}: <Breakable text={cellsOf(text).join(' · ')} />
        </li>
      ))}
      {lines > examples.length && <li>and {formatNumber(lines - examples.length)} more</li>}
    </ul>
  )
}
