import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { FromHubspot } from './from-hubspot.tsx'
import { type ChosenList, ListPreview, type WantedGroup } from './list-preview.tsx'

/** The largest list that the service takes. */
const largestBytes = 64 * 1024 * 1024

interface ListChooserProps {
  chosen: ChosenList | undefined
  /** Of a campaign that is still to be created. */
  wanted?: WantedGroup
  onChoose: (list: ChosenList | undefined) => void
}

/** Takes a list by drop, as a file, from HubSpot, or pasted from a spreadsheet, and shows how it is understood. */
export function ListChooser({ chosen, wanted, onChoose }: ListChooserProps) {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function take(files: FileList | null | undefined) {
    const [file] = files ?? []
    if (!files || !file) return
    const found = problemOf(files, file)
    setProblem(found ?? '')
    if (!found) onChoose({ name: file.name, content: file, corrections: {} })
  }

  function paste(text: string) {
    const corrections = chosen?.corrections ?? {}
    setProblem('')
    onChoose(text.trim() ? { name: 'What you pasted', content: text, corrections } : undefined)
  }

  const isFile = chosen !== undefined && typeof chosen.content !== 'string'
  return (
    <section class="card" aria-labelledby="list">
      <h2 id="list">People</h2>
      {!chosen && (
        <p class="quiet">
          A list from your CRM or spreadsheet: CSV, or the first sheet of a workbook (.xlsx). Its titles say
          what the columns are. Each person needs an e-mail address, or a name and a website.
        </p>
      )}
      <DropZone onDrop={take} onChoose={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        aria-label="List of people"
        tabIndex={-1}
        accept=".csv,.tsv,.txt,.ndjson,.xlsx,.xlsm,.xls,.html,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          // So that choosing the same file again, after a correction, is a change.
          currentTarget.value = ''
        }}
      />
      <FromHubspot
        onChoose={(list) => {
          setProblem('')
          onChoose(list)
        }}
      />
      {problem && (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      {!isFile && (
        <Field label="Or paste it" help="Rows copied from a spreadsheet work as they are.">
          {(tie) => (
            <textarea
              {...tie}
              rows={4}
              spellcheck={false}
              value={typeof chosen?.content === 'string' ? chosen.content : ''}
              onInput={({ currentTarget: { value } }) => paste(value)}
            />
          )}
        </Field>
      )}
      {chosen && (
        <ListPreview
          key={isFile ? chosen.content : 'pasted'}
          list={chosen}
          wanted={wanted}
          onChoose={onChoose}
        />
      )}
    </section>
  )
}

/** Why what was given is no list, if it is none. */
function problemOf(files: FileList, { name, size }: File): string | undefined {
  if (files.length > 1)
    return `These are ${files.length} files: choose one. The others can be added afterwards, one by one.`
  if (size > largestBytes) return `${name} is larger than 64 MB: cut it into parts and add them one by one.`
  return undefined
}

interface DropZoneProps {
  onDrop: (files: FileList | null | undefined) => void
  onChoose: () => void
}

/**
 * Accepts a file dropped anywhere in the window. Otherwise a file that misses the zone would replace the console, and input
 * would be lost.
 */
function DropZone({ onDrop, onChoose }: DropZoneProps) {
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  const zone = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const ended = new AbortController()
    const on = <Name extends 'dragover' | 'dragleave' | 'drop'>(
      name: Name,
      listener: (event: DragEvent) => void,
    ) => addEventListener(name, listener, { signal: ended.signal })
    on('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    })
    on('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
    on('drop', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      // What is said of the file is below the zone, which may be folded.
      zone.current?.closest('details')?.setAttribute('open', '')
      zone.current?.scrollIntoView({ block: 'nearest' })
      drop.current(event.dataTransfer?.files)
    })
    return () => ended.abort()
  }, [])
  return (
    <button ref={zone} type="button" class={isOver ? 'drop primary' : 'drop'} onClick={onChoose}>
      {isOver ? 'Drop it' : 'Drop a file here, or choose one'}
    </button>
  )
}

/** Whether files are dragged: text can be dragged within the page too. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
