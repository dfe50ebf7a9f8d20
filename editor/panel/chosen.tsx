import { useEffect, useRef } from 'preact/hooks'
import type { ContentType } from '../../wire/targets.ts'
import { casesOf } from '../cases.ts'
import { chooseKind, contentOf, writeContent } from '../changes.ts'
import { type Chosen, type Editing, elementOf } from '../editing.ts'
import { hasItems } from '../naming.ts'
import { isOtherMedia, kindsFor, nameOf } from '../page/elements.ts'
import { canWriteInPlace } from '../page/in-place.ts'
import { placeOf } from '../places.ts'
import { ChipField } from '../text/chip-field.tsx'
import { HtmlField } from '../text/html-field.tsx'
import { PictureField } from '../text/picture-field.tsx'
import { kindWords, offeredTypes } from '../words.ts'
import { AddCase, CaseCards, countsOf, sayPeople } from './cases.tsx'
import { Inside } from './inside.tsx'
import { Instruction } from './instruction.tsx'
import { Measures } from './measures.tsx'
import { NameField } from './name-field.tsx'
import { SelectorField } from './selector.tsx'
import { StepButtons, type StepButtonsProps } from './step-buttons.tsx'

/** The chosen element: what changes, what is measured, and its selector. */
export function ChosenCard({ editing, ...page }: StepButtonsProps) {
  const chosen = editing.chosen.value
  const card = useRef<HTMLDivElement>(null)
  const element = chosen && elementOf(chosen)

  // Click the headline, type, done.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written into it changes nothing of that.
  useEffect(() => {
    if (chosen?.isPicked && !editing.inPlace.value) beginWriting(card.current)
  }, [chosen?.picked])

  return (
    <div
      ref={card}
      class="chosen"
      role="tabpanel"
      id="chosen"
      aria-labelledby={`language-${editing.language.value}`}
    >
      {chosen ? (
        <>
          <div class="picked">
            <div class="head">{element ? nameOf(element) : chosen.selector}</div>
            <StepButtons editing={editing} {...page} />
          </div>
          <Kinds editing={editing} chosen={chosen} />
          {chosen.type === 'text' && element?.isConnected && placeOf(editing, chosen, 'text') < 0 && (
            <Inside editing={editing} element={element} />
          )}
          {chosen.type && (
            <Written key={chosen.picked} editing={editing} chosen={chosen} type={chosen.type} />
          )}
          <Measures editing={editing} chosen={chosen} />
          {hasItems(editing, chosen) && <NameField key={chosen.selector} editing={editing} chosen={chosen} />}
          <SelectorField editing={editing} chosen={chosen} />
        </>
      ) : (
        <div class="quiet">
          Pick a headline, a picture or a link of the page, and say what it is for each person.
        </div>
      )}
    </div>
  )
}

/** Selects the field's content, so that typing replaces it. */
function beginWriting(card: HTMLElement | null): void {
  // What would be lost is said first: then nothing is typed over by chance.
  const field = card?.querySelector<HTMLElement>('.inside, .everybody :is([role=textbox], textarea, input)')
  field?.focus()
  if (field?.isContentEditable) document.getSelection()?.selectAllChildren(field)
}

interface ChosenProps {
  editing: Editing
  chosen: Chosen
}

/** The kinds of change for the element. Kinds that already have an item stay, even if the element is gone. */
function Kinds({ editing, chosen }: ChosenProps) {
  const element = elementOf(chosen)
  const there = editing.history.template.value.content.filter(({ selector }) => selector === chosen.selector)
  const can = element?.isConnected ? kindsFor(element) : []
  const kinds = offeredTypes.filter((type) => can.includes(type) || there.some((item) => item.type === type))
  return (
    <fieldset class="kinds" aria-label="What changes">
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
  const { fields } = editing.history.template.value
  const { value: language } = editing.language
  const place = placeOf(editing, chosen, type)
  const given = {
    label: kindWords[type].field,
    value: contentOf(editing, chosen, type),
    fields,
    people: editing.people.value,
    language,
    onChange: (said: string) => writeContent(editing, chosen, type, said),
    insertElsewhere: editing.inPlace.value?.insert,
  }
  const shown = editing.preview.value?.content[place]?.payload
  const element = elementOf(chosen)
  const isOther = element !== undefined && isOtherMedia(element)
  const hasCases = casesOf(editing, chosen, type).length > 0
  const others = countsOf(editing, chosen, type)?.others
  // A new field for each language, so that what is being written stays in its own.
  const key = `${type} ${language}`
  return (
    <div class="fields" onFocusOut={editing.history.settle}>
      <CaseCards editing={editing} chosen={chosen} type={type} />
      <div class={hasCases ? 'case everybody' : 'fields everybody'}>
        {hasCases && (
          <div class="head">
            Everybody else <span class="quiet">{sayPeople(editing, others)}</span>
          </div>
        )}
        {type === 'src' && <PictureField key={key} shown={shown} isPicture={!isOther} {...given} />}
        {type === 'html' && <HtmlField key={key} {...given} />}
        {type !== 'src' && type !== 'html' && <ChipField key={key} {...given} />}
      </div>
      <AddCase editing={editing} chosen={chosen} type={type} />
      {type === 'text' && <WriteOnPage editing={editing} chosen={chosen} />}
      {(type === 'text' || type === 'html') && <Instruction editing={editing} chosen={chosen} type={type} />}
    </div>
  )
}

/** A button to write on the page: for people who did not click the element. */
function WriteOnPage({ editing, chosen }: ChosenProps) {
  const element = elementOf(chosen)
  if (editing.isAway.value || !element?.isConnected || !canWriteInPlace(element)) return null
  const begin = () => {
    element.scrollIntoView({ block: 'nearest' })
    editing.inPlace.value = {}
  }
  return (
    // It stays visible while somebody writes: otherwise what is below would move away from the click that ends writing.
    <button type="button" class="plain" aria-pressed={editing.inPlace.value !== undefined} onClick={begin}>
      Write on the page
    </button>
  )
}
