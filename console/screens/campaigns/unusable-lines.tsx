import { useCallback, useState } from 'preact/hooks'
import {
  type Campaign,
  type CampaignPerson,
  correctLine,
  fileOf,
  listInvited,
  type MendedFields,
  setLineAside,
} from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Empty } from '../../parts/empty.tsx'
import { Field } from '../../parts/field.tsx'
import { focusOnce } from '../../parts/focus-once.ts'
import { formatNumber } from '../../parts/format.ts'
import { Paged } from '../../parts/paged.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAction } from '../../parts/use-action.ts'

interface UnusableLinesProps {
  campaign: Campaign
  onChange: () => void
}

/** The lines of lists that could not be used, each with its reason: to mend, to set aside, to download. */
export function UnusableLines({ campaign: { id, problems }, onChange }: UnusableLinesProps) {
  const [mended, setMended] = useState<CampaignPerson>()
  const ask = useCallback(
    (cursor?: string, signal?: AbortSignal) => listInvited(id, { problem: true, cursor }, signal),
    [id],
  )
  return (
    <section class="part" aria-label="Lines that could not be used">
      <p role="status">{mended && `${nameOf(mended)} is invited now.`}</p>
      <Paged ask={ask} version={problems} one="line" empty={<AllLinesRead />}>
        {(rows, reload) => {
          const changed = () => {
            reload()
            onChange()
          }
          return (
            <>
              {problems > 0 && (
                <div class="buttons">
                  <a class="button" href={fileOf(id, 'problems')} download>
                    Download these lines
                  </a>
                </div>
              )}
              <Table
                caption="Lines that could not be used"
                rows={rows}
                keyOf={({ list, line, email }) => `${list} ${line} ${email ?? ''}`}
                columns={columnsFor(id, (person) => {
                  setMended(person)
                  changed()
                })}
              />
            </>
          )
        }}
      </Paged>
    </section>
  )
}

function nameOf({ name, email }: CampaignPerson): string {
  return name ?? email ?? 'This person'
}

/** `onDone` gets the person of a mended line, and nothing of one that was set aside. */
function columnsFor(id: string, onDone: (person?: CampaignPerson) => void): Column<CampaignPerson>[] {
  const shown: Column<CampaignPerson>[] = [
    { title: 'Line', cell: ({ line }) => formatNumber(line) },
    { title: 'What is wrong', cell: ({ problem }) => problem },
    {
      title: 'The line',
      cell: ({ text, email }) => (
        <code>
          <Breakable text={text ?? email ?? ''} />
        </code>
      ),
    },
  ]
  if (!may('editor')) return shown
  const mending: Column<CampaignPerson> = {
    title: 'Correct',
    isActions: true,
    cell: (line) => (line.status === 'problem' ? <Mend id={id} line={line} onDone={onDone} /> : null),
  }
  return [...shown, mending]
}

interface MendProps {
  id: string
  line: CampaignPerson
  onDone: (person?: CampaignPerson) => void
}

const fields: Partial<Record<keyof MendedFields, string>> = {
  email: 'E-mail address',
  name: 'Name',
  company: 'Company',
  domain: 'Web site',
}

/** Mends one line in place, or sets it aside. What is typed outlives the screen. */
function Mend({ id, line, onDone }: MendProps) {
  const { said = {} } = line
  const draft = useDraft<MendedFields>(`line ${id} ${line.list} ${line.line}`)
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { drop } = draft
  const close = () => {
    drop()
    setOpen(false)
  }
  const save = useAction(async (_key: string, typed: MendedFields) => {
    const person = await correctLine(id, line, typed)
    close()
    onDone(person)
  })
  if (!draft.value && !isOpen)
    return (
      <div class="buttons">
        <button type="button" onClick={() => setOpen(true)}>
          Correct<span class="visually-hidden"> line {line.line}</span>
        </button>
        <button type="button" class="plain" onClick={() => setAsking(true)}>
          Set aside<span class="visually-hidden"> line {line.line}</span>
        </button>
        {isAsking && <SetAside {...{ id, line, onDone }} close={() => setAsking(false)} />}
      </div>
    )
  const typed = draft.value ?? {}
  return (
    <form
      class="mend"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.run(typed)
      }}
    >
      {(Object.keys(fields) as (keyof MendedFields)[]).map((field, at) => (
        <Field key={field} label={fields[field] ?? field}>
          {(tie) => (
            <input
              {...tie}
              ref={isOpen && at === 0 ? focusOnce : null}
              value={typed[field] ?? said[field] ?? ''}
              maxLength={2000}
              onInput={({ currentTarget: { value } }) => draft.keep({ ...typed, [field]: value })}
            />
          )}
        </Field>
      ))}
      {save.failure && <Failed failure={save.failure} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={save.isRunning}>
          {save.isRunning ? 'Saving…' : 'Save'}
        </button>
        <button type="button" class="plain" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function SetAside({ id, line, onDone, close }: MendProps & { close: () => void }) {
  const action = useAction(async () => {
    await setLineAside(id, line)
    close()
    onDone()
  })
  return (
    <Confirm title={`Set line ${line.line} aside?`} yes="Set aside" action={action} onClose={close}>
      <p>
        <code>
          <Breakable text={line.text ?? ''} />
        </code>
      </p>
      <p>
        It leaves the files and the figures of this campaign. In a list that is added later it counts again.
      </p>
    </Confirm>
  )
}

function AllLinesRead() {
  return (
    <Empty title="Every line could be read">
      <p>Lines that cannot be used would be listed here, each with its number and what is wrong.</p>
    </Empty>
  )
}
