import { useCallback } from 'preact/hooks'
import { type ColumnCorrections, type ListReading, previewList } from '../../api/lists.ts'
import { Failed } from '../../parts/awaited.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSettled } from '../../parts/use-settled.ts'
import { ListColumns } from './list-columns.tsx'

const typingPauseMs = 300

/** A list as it was given. */
export interface ChosenList {
  /** The file's name, or what a pasted list is called. */
  name: string
  content: Blob | string
  corrections: ColumnCorrections
}

interface ListPreviewProps {
  list: ChosenList
  onCorrect: (corrections: ColumnCorrections) => void
  onForget: () => void
}

/** How the service understands a list, before it is sent: its columns with the first rows, and what it cannot use. */
export function ListPreview({ list, onCorrect, onForget }: ListPreviewProps) {
  const { name, content, corrections } = useSettled(list, typingPauseMs)
  const loaded = useLoaded(
    useCallback((signal: AbortSignal) => previewList(content, corrections, signal), [content, corrections]),
  )
  return (
    <section class="part" aria-label="How the list is understood">
      <p class="chosen">
        <strong>{name}</strong>{' '}
        <span role="status">{loaded.state === 'there' ? summaryOf(loaded.value) : ''}</span>{' '}
        <button type="button" class="plain" onClick={onForget}>
          Remove<span class="visually-hidden"> the list</span>
        </button>
      </p>
      {loaded.state === 'failed' && <Failed failure={loaded.failure} onTryAgain={loaded.reload} />}
      {loaded.state === 'there' && (
        <>
          {loaded.value.problem && <Refused problem={loaded.value.problem} />}
          <ListColumns reading={loaded.value} corrections={list.corrections} onCorrect={onCorrect} />
          <Unusable reading={loaded.value} />
        </>
      )}
    </section>
  )
}

const separators: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }
const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

function summaryOf({
  isPart,
  lines,
  format,
  separator,
  encoding,
}: ListReading & { isPart: boolean }): string {
  const size = isPart ? `its first ${count(lines, 'line')}` : count(lines, 'line')
  const parts = separator ? `separated by ${separators[separator] ?? separator}` : format.toUpperCase()
  return `${size}, ${parts}, ${encodings[encoding] ?? encoding}`
}

function Refused({ problem }: { problem: string }) {
  return (
    <div class="notice bad" role="alert">
      <p>{problem}</p>
      <p>Say below what the columns mean, or correct the file and choose it again.</p>
    </div>
  )
}

/** Lines that cannot be used. The others can. */
function Unusable({
  reading: { unusable, problems, isPart, problem },
}: {
  reading: ListReading & { isPart: boolean }
}) {
  if (problem) return null
  if (unusable === 0) return <p class="quiet">{isPart ? 'Each of these lines' : 'Each line'} can be used.</p>
  const rest = unusable - problems.length
  return (
    <>
      <p>
        <strong>{count(unusable, 'line')} cannot be used.</strong> The others are invited all the same.
        Correct the file now, or later: whoever is in it already keeps their link.
      </p>
      <Table
        caption="Lines that cannot be used"
        rows={problems}
        keyOf={({ line }) => line}
        columns={[
          { title: 'Line', cell: ({ line }) => formatNumber(line) },
          { title: 'What is wrong', cell: (each) => each.problem },
          { title: 'The line', cell: ({ text }) => <code>{text}</code> },
        ]}
      />
      {rest > 0 && <p class="quiet">And {formatNumber(rest)} more.</p>}
    </>
  )
}
