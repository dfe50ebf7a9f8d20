import { useCallback, useId, useRef, useState } from 'preact/hooks'
import {
  type Campaign,
  type CampaignPerson,
  fileOf,
  listInvited,
  type MendedFields,
} from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { focusOnce } from '../../parts/focus-once.ts'
import { formatNumber } from '../../parts/format.ts'
import { Paged } from '../../parts/paged.tsx'
import { useAction } from '../../parts/use-action.ts'

interface UnusableLinesProps {
  campaign: Campaign
  onChange: () => void
}

type FieldName = keyof MendedFields
const titles: Partial<Record<FieldName, string>> = {
  name: 'Name',
  email: 'E-mail',
  company: 'Company',
  domain: 'Website',
}

/** The lines of lists that could not be used, each with its reason: to correct, to skip, to download. */
export function UnusableLines({ campaign: { id, problems }, onChange }: UnusableLinesProps) {
  const [outcome, setOutcome] = useState('')
  /** Lines that are done, until the list has come without them. */
  const [done, setDone] = useState<readonly CampaignPerson[]>([])
  const section = useRef<HTMLElement>(null)
  const read = useCallback(
    (cursor?: string, signal?: AbortSignal) => listInvited(id, { problem: true, cursor }, signal),
    [id],
  )
  return (
    <section class="stack" aria-label="Lines that could not be used" tabIndex={-1} ref={section}>
      <div class="heading">
        <p role="status">
          {outcome ||
            (problems > 0 && may('editor') && 'Correct the red cell, then press Enter for the next.')}
        </p>
        {problems > 0 && (
          <a class="button" href={fileOf(id, 'problems')} download>
            Download problems
          </a>
        )}
      </div>
      <Paged ask={read} version={problems} one="line" empty={<AllLinesRead />}>
        {(rows, reload) => {
          const onDone = (line: CampaignPerson, words: string) => {
            focusNext(section.current)
            setOutcome(words)
            setDone((before) => [...before, line])
            reload()
            onChange()
          }
          return <Lines id={id} lines={rows.filter((row) => !done.includes(row))} onDone={onDone} />
        }}
      </Paged>
    </section>
  )
}

/** Goes on from the line that has the focus and is about to leave: to the next wrong cell, else to the one before. */
function focusNext(section: HTMLElement | null): void {
  const row = document.activeElement?.closest('tr')
  if (!section || !row) return
  const wrong = [...section.querySelectorAll<HTMLElement>('[aria-invalid=true]')]
  const at = wrong.findIndex((cell) => row.contains(cell))
  const next = wrong[at + 1] ?? wrong[at - 1] ?? section
  next.focus()
}

interface LinesProps {
  id: string
  lines: CampaignPerson[]
  /** Called with what came of a line. */
  onDone: (line: CampaignPerson, words: string) => void
}

function Lines({ id, lines, onDone }: LinesProps) {
  const isBySite = lines.some(({ wrong }) => wrong === 'domain')
  const fields: FieldName[] = ['name', 'email', isBySite ? 'domain' : 'company']
  return (
    <table class="mending">
      <caption class="visually-hidden">Lines that could not be used</caption>
      <thead>
        <tr>
          {['Line', ...fields.map((field) => titles[field]), 'What is wrong', 'Actions'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => (
          <Line
            key={`${line.list} ${line.line} ${line.email ?? ''}`}
            {...{ id, line, fields, isFirst: at === 0 }}
            onDone={(words) => onDone(line, words)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  id: string
  line: CampaignPerson
  fields: FieldName[]
  isFirst: boolean
  onDone: (words: string) => void
}

/** A line in cells that can be typed into; Enter saves it. What is typed outlives the screen. */
function Line({ id, line, fields, isFirst, onDone }: LineProps) {
  const { said = {}, suggestions = [], text = '' } = line
  const form = useId()
  const begins = useRef(isFirst).current
  const draft = useDraft<MendedFields>(`line ${id} ${line.list} ${line.line}`)
  const typed = draft.value ?? {}
  const ofLine = { params: { id, line: String(line.line) }, query: { list: line.list } }
  const save = useAction(async (_key: string, fields: MendedFields) => {
    const { name, email } = await ask('PATCH /v1/campaigns/:id/people/:line', { ...ofLine, json: fields })
    draft.drop()
    onDone(`${name ?? email ?? 'This person'} is invited now.`)
  })
  const skip = async () => {
    await ask('DELETE /v1/campaigns/:id/people/:line', ofLine)
    draft.drop()
    onDone(`Line ${line.line} is skipped.`)
  }
  const refused = fields.find((field) => save.failure?.message.startsWith(`${field}: `))
  const wrong = refused ?? line.wrong
  const take = (suggestion: string) => {
    const fields = { ...typed, ...(line.wrong && { [line.wrong]: suggestion }) }
    draft.keep(fields)
    save.run(fields)
  }
  const isOpen = line.status === 'problem' && may('editor')
  return (
    <tr>
      <th scope="row">
        <span class="visually-hidden">Line </span>
        {formatNumber(line.line)}
      </th>
      {fields.map((field) => (
        <td key={field} data-title={titles[field]}>
          {isOpen ? (
            <input
              form={form}
              aria-label={`${titles[field]}, line ${line.line}`}
              aria-invalid={field === wrong}
              aria-describedby={`${form}-problem`}
              ref={begins && field === wrong ? focusOnce : null}
              value={typed[field] ?? said[field] ?? ''}
              maxLength={2000}
              spellcheck={false}
              onInput={({ currentTarget: { value } }) => draft.keep({ ...typed, [field]: value })}
            />
          ) : (
            <Breakable text={said[field] ?? line[field as 'name'] ?? ''} />
          )}
          {isOpen &&
            field === line.wrong &&
            suggestions.map((suggestion) => (
              <button key={suggestion} type="button" class="suggestion" onClick={() => take(suggestion)}>
                {suggestions.length > 1 && 'Keep '}
                {suggestion}
                {suggestions.length === 1 && '?'}
              </button>
            ))}
        </td>
      ))}
      <td id={`${form}-problem`} class="problem" data-title="What is wrong">
        {save.failure ? (
          <p class="problem" role="alert">
            Not saved. {sentence(save.failure.message, line.wrong)}
          </p>
        ) : (
          sentence(line.problem ?? '', line.wrong)
        )}
        {Object.keys(said).length === 0 && <code class="quiet">{text}</code>}
      </td>
      <td class="actions">
        {isOpen && (
          <form
            id={form}
            class="buttons"
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (draft.value || suggestions[1] || !suggestions[0]) save.run(typed)
              else take(suggestions[0])
            }}
          >
            <button type="submit">
              Save<span class="visually-hidden"> line {line.line}</span>
            </button>
            <AskFirst
              yes="Skip line"
              name={`Skip line ${line.line}`}
              isDangerous={false}
              title={`Skip line ${line.line}?`}
              act={skip}
            >
              <p>
                It leaves the files and the figures of this campaign. In a list that is added later it counts
                again.
              </p>
            </AskFirst>
          </form>
        )}
      </td>
    </tr>
  )
}

/** A problem as a sentence: `Email: is not an e-mail address` as `Not an e-mail address`. */
function sentence(problem: string, wrong: FieldName = 'email'): string {
  if (problem.includes('has no address')) return `No ${titles[wrong]?.toLowerCase()}`
  const text = problem.replace(/^[^:]*: (?=is |has )/, '').replace(/^is not /, 'not ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function AllLinesRead() {
  return (
    <Empty title="Every line could be read">
      <p>Lines that cannot be used would be listed here, each with its number and what is wrong.</p>
    </Empty>
  )
}
