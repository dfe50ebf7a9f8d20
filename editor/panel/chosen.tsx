import { useEffect, useRef } from 'preact/hooks'
import type { ContentType } from '../../wire/targets.ts'
import { casesOf, seenCase } from '../cases.ts'
import { chooseKind, contentOf, writeContent } from '../changes.ts'
import { type Chosen, type Editing, elementOf } from '../editing.ts'
import { nameOfChosen } from '../naming.ts'
import { kindsFor } from '../page/elements.ts'
import { placeOf, placesOf } from '../places.ts'
import { kindWords, offeredTypes } from '../words.ts'
import { AddCase, CaseCards, countsOf, sayPeople, useSeenIn, WordsField } from './cases.tsx'
import { Inside } from './inside.tsx'
import { Instruction } from './instruction.tsx'
import { Measures } from './measures.tsx'
import { NameField } from './name-field.tsx'
import { Found, SelectorField } from './selector.tsx'
import { StepButtons, type StepButtonsProps } from './step-buttons.tsx'

/** The chosen element: what changes, what is measured, and its selector. */
export function ChosenCard({ editing, ...page }: StepButtonsProps) {
  const chosen = editing.chosen.value
  const card = useRef<HTMLDivElement>(null)
  const element = chosen && elementOf(chosen)
  const isTabbed = editing.history.template.value.languages.length > 1
  const panel = { role: 'tabpanel', 'aria-labelledby': `language-${editing.language.value}` } as const

  // Click the headline, type, done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written into it changes nothing of that.
  useEffect(() => {
    if (!chosen?.isPicked || editing.inPlace.value) return
    const at = chosen.type ? (seenCase(editing, chosen, chosen.type) ?? -1) : -1
    beginWriting(card.current, at < 0 ? '.everybody' : `[data-case="${at}"]`)
  }, [chosen?.picked])

  return (
    <div ref={card} class="chosen" id="chosen" {...(isTabbed && panel)}>
      {chosen ? (
        <>
          <div class="between">
            <div class="head">{nameOfChosen(editing, chosen)}</div>
            <Kinds editing={editing} chosen={chosen} isSource={false} />
          </div>
          {chosen.type === 'text' && element?.isConnected && placeOf(editing, chosen, 'text') < 0 && (
            <Inside editing={editing} element={element} />
          )}
          {chosen.type && (
            <Written key={chosen.picked} editing={editing} chosen={chosen} type={chosen.type} />
          )}
          <Measures editing={editing} chosen={chosen} />
          <Found chosen={chosen} />
          <details>
            <summary>Details</summary>
            <div class="fields">
              <StepButtons editing={editing} {...page} />
              <Kinds editing={editing} chosen={chosen} isSource />
              {placesOf(editing, chosen).length > 0 && (
                <NameField key={chosen.selector} editing={editing} chosen={chosen} />
              )}
              <SelectorField editing={editing} chosen={chosen} />
            </div>
          </details>
        </>
      ) : (
        <div class="quiet">
          Pick a headline, a picture or a link on the page, then change it for each person.
        </div>
      )}
    </div>
  )
}

/** Selects the content of the field for these people, so that typing replaces it. */
function beginWriting(card: HTMLElement | null, people: string): void {
  // What would be lost is said first: then nothing is typed over by chance.
  const field = card?.querySelector<HTMLElement>(
    `.inside, ${people} :is([role=textbox], textarea, input:not(.condition *))`,
  )
  field?.focus()
  if (field?.isContentEditable) document.getSelection()?.selectAllChildren(field)
}

interface ChosenProps {
  editing: Editing
  chosen: Chosen
}

/** The kinds of change for the element, but for HTML, or HTML alone. Kinds that have an item stay, even if the element is gone. */
function Kinds({ editing, chosen, isSource }: ChosenProps & { isSource: boolean }) {
  const element = elementOf(chosen)
  const there = editing.history.template.value.content.filter(({ selector }) => selector === chosen.selector)
  const can = element?.isConnected ? kindsFor(element) : []
  const offered = offeredTypes.filter(
    (type) => can.includes(type) || there.some((item) => item.type === type),
  )
  const kinds = offered.filter((type) => (type === 'html') === isSource)
  if (kinds.length === 0) return null
  return (
    <fieldset class="kinds" aria-label={isSource ? 'More kinds' : 'What changes'}>
      {kinds.map((type) => (
        <button
          key={type}
          type="button"
          class={placeOf(editing, chosen, type) < 0 ? '' : 'written'}
          aria-pressed={chosen.type === type}
          onClick={() => chooseKind(editing, chosen, type)}
        >
          {kindWords[type].kind}
        </button>
      ))}
    </fieldset>
  )
}

function Written({ editing, chosen, type }: ChosenProps & { type: ContentType }) {
  const hasCases = casesOf(editing, chosen, type).length > 0
  const counts = countsOf(editing, chosen, type)
  const focus = useSeenIn({ editing, chosen, type }, -1, hasCases ? counts?.firstOther : undefined)
  return (
    <div class="fields" onFocusOut={editing.history.settle}>
      <CaseCards editing={editing} chosen={chosen} type={type} />
      <div class={hasCases ? 'case everybody' : 'fields everybody'} {...focus}>
        {hasCases && (
          <div class="head">
            Everybody else <span class="quiet">{sayPeople(editing, counts?.others)}</span>
          </div>
        )}
        <WordsField
          // A new field for each language, so that what is being written stays in its own.
          key={`${type} ${editing.language.value}`}
          {...{ editing, chosen, type, at: -1 }}
          label={kindWords[type].field}
          value={contentOf(editing, chosen, type)}
          onChange={(said) => writeContent(editing, chosen, type, said)}
        />
      </div>
      <AddCase editing={editing} chosen={chosen} type={type} />
      {(type === 'text' || type === 'html') && <Instruction editing={editing} chosen={chosen} type={type} />}
    </div>
  )
}
