import { useRef, useState } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { count } from '../../parts/format.ts'

/** A list as it was given. */
export interface ChosenList {
  /** How the person knows it. */
  name: string
  content: Blob | string
}

/** What the service takes at most. */
const largestBytes = 64 * 1024 * 1024

interface ListChooserProps {
  chosen: ChosenList | undefined
  onChoose: (list: ChosenList | undefined) => void
}

/** Takes a list by drop, as a file, or pasted from a spreadsheet. */
export function ListChooser({ chosen, onChoose }: ListChooserProps) {
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function take(file: File | null | undefined) {
    if (!file) return
    const isTooLarge = file.size > largestBytes
    setProblem(
      isTooLarge ? `${file.name} is larger than 64 MB: cut it into parts and add them one by one.` : '',
    )
    if (!isTooLarge) onChoose({ name: file.name, content: file })
  }

  return (
    <section class="card" aria-labelledby="list">
      <h2 id="list">People</h2>
      <p class="quiet">
        The file that your CRM or spreadsheet exports, as CSV. The first line names the columns. Each line
        needs an e-mail address, or a name and a web site.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard. */}
      <div
        class={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer?.files[0])
        }}
      >
        <p>
          Drop a file here, or{' '}
          <button type="button" onClick={() => input.current?.click()}>
            Choose a file
          </button>
        </p>
        <input
          ref={input}
          type="file"
          class="visually-hidden"
          aria-label="List of people"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,.ndjson,text/csv,text/tab-separated-values"
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
      </div>
      <Field
        label="Or paste it"
        help="Rows copied from a spreadsheet work as they are."
        problem={problem || undefined}
      >
        {(tie) => (
          <textarea
            {...tie}
            rows={4}
            spellcheck={false}
            value={typeof chosen?.content === 'string' ? chosen.content : ''}
            onInput={({ currentTarget: { value } }) =>
              onChoose(value.trim() ? { name: 'pasted', content: value } : undefined)
            }
          />
        )}
      </Field>
      {chosen && <Chosen list={chosen} onForget={() => onChoose(undefined)} />}
    </section>
  )
}

function Chosen({ list: { name, content }, onForget }: { list: ChosenList; onForget: () => void }) {
  const size =
    typeof content === 'string'
      ? count(content.trim().split(/\r\n|\r|\n/).length - 1, 'line')
      : `${Math.max(1, Math.round(content.size / 1024))} KB`
  return (
    <p class="chosen" role="status">
      <strong>{name}</strong> ({size}){' '}
      <button type="button" class="plain" onClick={onForget}>
        Remove
      </button>
    </p>
  )
}
