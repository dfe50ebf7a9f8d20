import { useLayoutEffect, useRef } from 'preact/hooks'
import type { CaseItem, EditorCases } from '../../wire/editor.ts'
import type { ContentType } from '../../wire/targets.ts'
import {
  addCase,
  casesOf,
  caseText,
  conditionsOf,
  sayCase,
  setCases,
  withCondition,
  writeCase,
} from '../cases.ts'
import type { Chosen, Editing } from '../editing.ts'
import { readKnownPeople } from '../knowing.ts'
import { placeOf } from '../places.ts'
import { ChipField } from '../text/chip-field.tsx'
import { HtmlField } from '../text/html-field.tsx'
import { kindWords } from '../words.ts'
import { ConditionRow } from './condition.tsx'

interface CasesProps {
  editing: Editing
  chosen: Chosen
  type: ContentType
}

/** How many people get the words of each case of the chosen item; undefined until it is known. */
export function countsOf(
  editing: Editing,
  chosen: Chosen,
  type: ContentType,
): EditorCases['items'][number] | undefined {
  const index = placeOf(editing, chosen, type)
  return editing.counts.value?.items.find((item) => item.index === index)
}

/** `25 of 199 people`; empty without a campaign. */
export function sayPeople({ counts }: Editing, people: number | undefined): string {
  const all = counts.value?.people ?? 0
  return all === 0 || people === undefined ? '' : `${people} of ${all} ${all === 1 ? 'person' : 'people'}`
}

/** The words for some people: a card for each case, the first that holds on top. */
export function CaseCards({ editing, chosen, type }: CasesProps) {
  const cases = casesOf(editing, chosen, type)
  const list = useRef<HTMLOListElement>(null)
  /** The button to be focused once the cards are drawn again. */
  const next = useRef('')

  useLayoutEffect(() => {
    if (next.current) list.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = ''
  })

  const set = (changed: readonly CaseItem[], key?: string) => setCases(editing, chosen, type, changed, key)
  const move = (at: number, step: 1 | -1) => {
    const to = at + step
    const moved = cases[at]
    if (!moved || to < 0 || to >= cases.length) return
    editing.history.settle()
    set(cases.toSpliced(at, 1).toSpliced(to, 0, moved))
    editing.history.settle()
    editing.said.value = `${sayCase(moved)}: now case ${to + 1} of ${cases.length}.`
    next.current = `[data-case="${to}"] .${step < 0 ? 'up' : 'down'}`
  }
  if (cases.length === 0) return null
  return (
    <>
      <CampaignChoice editing={editing} />
      <ol class="cases" aria-label="Cases" ref={list}>
        {cases.map((one, at) => (
          <CaseCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a case has no name but its place.
            key={at}
            editing={editing}
            chosen={chosen}
            type={type}
            one={one}
            at={at}
            isLast={at === cases.length - 1}
            onMove={(step) => move(at, step)}
            onWhen={(when, key) =>
              set(
                cases.map((each, index) => (index === at ? { ...each, when } : each)),
                key,
              )
            }
            onRemove={() => set(cases.toSpliced(at, 1))}
          />
        ))}
      </ol>
    </>
  )
}

/** Adds a case. */
export function AddCase({ editing, chosen, type }: CasesProps) {
  return (
    <button type="button" class="plain" onClick={() => addCase(editing, chosen, type)}>
      Say something else for some people
    </button>
  )
}

/** Whose people are counted, if the template has several campaigns. */
function CampaignChoice({ editing }: { editing: Editing }) {
  const asked = useRef<AbortController>(undefined)
  const { campaigns = [], campaign } = editing.people.value ?? {}
  if (campaigns.length < 2) return null
  // A large campaign may be answered after a small one that was chosen later.
  const choose = (id: string) => {
    asked.current?.abort()
    asked.current = new AbortController()
    readKnownPeople(editing, id, asked.current.signal)
  }
  return (
    <label class="field counted">
      <span class="label">Count the people of</span>
      <select value={campaign} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {campaigns.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface CaseCardProps extends CasesProps {
  one: CaseItem
  at: number
  isLast: boolean
  onMove(step: 1 | -1): void
  onWhen(when: CaseItem['when'], key?: string): void
  onRemove(): void
}

function CaseCard({ editing, chosen, type, one, at, isLast, onMove, onWhen, onRemove }: CaseCardProps) {
  const conditions = conditionsOf(one.when)
  const counted = countsOf(editing, chosen, type)?.cases[at]
  const { fields } = editing.history.template.value
  const used = conditions.map(({ field }) => field)
  const unused = fields.find((field) => !used.includes(field))
  const press = (event: KeyboardEvent) => {
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!step || !event.altKey) return
    event.preventDefault()
    onMove(step)
  }
  const given = {
    label: `${kindWords[type].field} of case ${at + 1}`,
    value: caseText(editing, one),
    fields,
    people: editing.people.value,
    language: editing.language.value,
    onChange: (said: string) => writeCase(editing, chosen, type, at, said),
  }
  const Field = type === 'html' ? HtmlField : ChipField
  return (
    <li>
      <fieldset class="case" data-case={at} onKeyDown={press} onFocusOut={editing.history.settle}>
        <legend>{`Case ${at + 1}: ${sayCase(one)}`}</legend>
        <div class="steps">
          <button
            type="button"
            class="icon up"
            title="Alt Up"
            aria-label={`Move case ${at + 1} up`}
            aria-disabled={at === 0}
            onClick={() => onMove(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="icon down"
            title="Alt Down"
            aria-label={`Move case ${at + 1} down`}
            aria-disabled={isLast}
            onClick={() => onMove(1)}
          >
            ↓
          </button>
          <button
            type="button"
            class="icon"
            title="Delete"
            aria-label={`Delete case ${at + 1}`}
            onClick={onRemove}
          >
            ✕
          </button>
        </div>
        {conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but its place.
            key={index}
            editing={editing}
            condition={condition}
            taken={used.toSpliced(index, 1)}
            onChange={(changed) => onWhen(withCondition(one.when, index, changed), `${at} when ${index}`)}
            onRemove={
              conditions.length > 1 ? () => onWhen(withCondition(one.when, index, undefined)) : undefined
            }
          />
        ))}
        {unused && (
          <button
            type="button"
            class="plain and"
            onClick={() => onWhen({ ...one.when, [unused]: { known: true } })}
          >
            And…
          </button>
        )}
        <Field key={`${at} ${editing.language.value}`} {...given} />
        <div class="quiet">{sayPeople(editing, counted?.people)}</div>
        {counted?.takenBy !== undefined && (
          <div class="odd">
            {`Nobody gets these words: case ${counted.takenBy + 1} takes all of them. Move this case up, or delete it.`}
          </div>
        )}
      </fieldset>
    </li>
  )
}
