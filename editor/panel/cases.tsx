import type { TargetedEvent, TargetedFocusEvent } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { CaseItem, EditorCases, EditorProspect } from '../../wire/editor.ts'
import type { ContentType } from '../../wire/targets.ts'
import {
  addCase,
  casesOf,
  caseText,
  conditionsOf,
  likelyCondition,
  sayCase,
  seenCase,
  setCases,
  withCondition,
  writeCase,
} from '../cases.ts'
import { type Chosen, type Editing, elementOf, toSeen } from '../editing.ts'
import { isOtherMedia } from '../page/elements.ts'
import { placeOf } from '../places.ts'
import { ChipField } from '../text/chip-field.tsx'
import { HtmlField } from '../text/html-field.tsx'
import { PictureField } from '../text/picture-field.tsx'
import { kindWords } from '../words.ts'
import { ConditionRow } from './condition.tsx'
import { IconButton } from './icon-button.tsx'

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

/** `25 of 199 people`, `nobody in the list yet`; empty without a campaign. */
export function sayPeople({ counts }: Editing, people: number | undefined): string {
  const all = counts.value?.people ?? 0
  if (all === 0 || people === undefined) return ''
  return people === 0 ? 'nobody in the list yet' : `${people} of ${all} ${all === 1 ? 'person' : 'people'}`
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
  )
}

/** While somebody writes for a case, -1 for everybody else, here or on the page, the page is seen as somebody of it. */
export function useSeenIn(
  { editing, chosen, type }: CasesProps,
  at: number,
  who: EditorProspect | undefined,
) {
  const [isInside, setInside] = useState(false)
  const isWriting = isInside || editing.inPlace.value?.at === at
  const isSeen = seenCase(editing, chosen, type) === at
  // biome-ignore lint/correctness/useExhaustiveDependencies: who it is tells their id.
  useEffect(() => {
    if (isWriting && !isSeen && who) editing.seenAs.value = toSeen(who)
  }, [isWriting, isSeen, who?.id])
  const begin = () => setInside(true)
  return {
    onFocusIn: begin,
    // The focus that comes from the page is not heard: see `keepFocus`.
    onClick: begin,
    onKeyUp: begin,
    onFocusOut: ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>) => {
      editing.history.settle()
      setInside(currentTarget.contains(relatedTarget as Node | null))
    },
  }
}

interface WordsFieldProps extends CasesProps {
  /** Of a case its position, -1 for everybody else. */
  at: number
  label: string
  value: string
  onChange(value: string): void
}

/** The field for the words of some people. */
export function WordsField({ editing, chosen, type, at, ...words }: WordsFieldProps) {
  const { value: written } = editing.inPlace
  const given = {
    ...words,
    fields: editing.history.template.value.fields,
    people: editing.people.value,
    language: editing.language.value,
    // Chips are inserted on the page, while these words are written there.
    insertElsewhere: written?.at === at ? written.insert : undefined,
  }
  if (type === 'html') return <HtmlField {...given} />
  if (type !== 'src') return <ChipField {...given} />
  const shown = editing.preview.value?.content[placeOf(editing, chosen, type)]
  const element = elementOf(chosen)
  return (
    <PictureField
      {...given}
      shown={at < 0 || shown?.case === at ? shown?.payload : undefined}
      isPicture={!element || !isOtherMedia(element)}
      upload={(file) => editing.client.keepPicture(file).finally(editing.history.settle)}
    />
  )
}

/** Adds a case, and goes there. */
export function AddCase({ editing, chosen, type }: CasesProps) {
  const add = ({ currentTarget }: TargetedEvent<HTMLElement>) => {
    const cards = currentTarget.parentElement
    addCase(editing, chosen, type)
    setTimeout(() => cards?.querySelector<HTMLElement>('.cases > :last-child select')?.focus())
  }
  return (
    <button type="button" class="plain" onClick={add}>
      Say something else for some people
    </button>
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
  const hasUnused = fields.some((field) => !used.includes(field))
  const focus = useSeenIn({ editing, chosen, type }, at, counted?.first)
  const press = (event: KeyboardEvent) => {
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!step || !event.altKey) return
    event.preventDefault()
    onMove(step)
  }
  return (
    <li>
      <fieldset class="case" data-case={at} onKeyDown={press} {...focus}>
        <legend>{`Case ${at + 1}: ${sayCase(one)}`}</legend>
        <div class="steps">
          <IconButton
            class="icon up"
            label={`Move case ${at + 1} up`}
            sign="↑"
            aria-disabled={at === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            class="icon down"
            label={`Move case ${at + 1} down`}
            sign="↓"
            aria-disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Delete case ${at + 1}`} sign="✕" onClick={onRemove} />
        </div>
        {conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but its place.
            key={index}
            editing={editing}
            condition={condition}
            used={used}
            onChange={(changed) => onWhen(withCondition(one.when, index, changed), `${at} when ${index}`)}
            onRemove={
              conditions.length > 1 ? () => onWhen(withCondition(one.when, index, undefined)) : undefined
            }
          />
        ))}
        <div class="between">
          <span class="quiet">{sayPeople(editing, counted?.people)}</span>
          {hasUnused && (
            <button
              type="button"
              class="plain"
              onClick={() => onWhen({ ...one.when, ...likelyCondition(editing, used) })}
            >
              And…
            </button>
          )}
        </div>
        <WordsField
          key={`${at} ${editing.language.value}`}
          {...{ editing, chosen, type, at }}
          label={`${kindWords[type].field} of case ${at + 1}`}
          value={caseText(editing, one)}
          onChange={(said) => writeCase(editing, chosen, type, at, said)}
        />
        {counted?.takenBy !== undefined && (
          <div class="odd">
            {`Nobody sees this: case ${counted.takenBy + 1} comes first for all of them. Move this case up, or delete it.`}
          </div>
        )}
      </fieldset>
    </li>
  )
}
