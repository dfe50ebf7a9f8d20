import { useEffect, useRef, useState } from 'preact/hooks'
import type { EditedTemplate, ItemList, Localised, TemplateContentItem } from '../../wire/editor.ts'
import { sayCase } from '../cases.ts'
import type { Editing } from '../editing.ts'
import { shownName } from '../naming.ts'
import { save, settleConflict } from '../saving.ts'
import { localText } from '../state/localised.ts'
import { inLanguagesOf } from '../state/merge-languages.ts'
import { itemsByKey } from '../state/with-changes.ts'
import { inWords } from '../text/liquid.ts'

/** Both versions of a template. */
interface Conflict {
  mine: EditedTemplate
  theirs: EditedTemplate
}

/** Two versions of a template: the items that differ, to choose from. */
export function ConflictCard({ editing }: { editing: Editing }) {
  const { value: theirs } = editing.conflict
  if (!theirs) return null
  return <Choices key={theirs.fingerprint ?? theirs.version} editing={editing} theirs={theirs} />
}

function Choices({ editing, theirs }: { editing: Editing; theirs: EditedTemplate }) {
  // What is written while both are shown is mine, too.
  const conflict = { mine: editing.history.template.value, theirs }
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({})
  const differences = differencesOf(editing, conflict)
  const byThemOnly = changedByThemOnly(editing, conflict)
  const isTheirs = (key: string) => chosen[key] ?? byThemOnly.has(key)
  const card = useRef<HTMLDivElement>(null)
  // Whoever saves may have scrolled it out of sight.
  useEffect(() => card.current?.focus(), [])
  const who = theirs.savedBy
    ? `${theirs.savedBy.user}, ${new Date(theirs.savedBy.at).toLocaleString('en')}`
    : ''
  const choose = (key: string, isTheirs: boolean) => setChosen({ ...chosen, [key]: isTheirs })
  const saveChosen = async () => {
    settleConflict(editing, mergeVersions(conflict, isTheirs))
    await save(editing)
  }
  return (
    <div class="conflict" role="alertdialog" aria-label="Two versions" tabIndex={-1} ref={card}>
      <div class="head">
        {theirs.fingerprint
          ? 'The template’s file was changed'
          : `Somebody else has saved version ${theirs.version}`}
      </div>
      <div class="quiet">{who && `${who}. `}Choose what each is to say. Nothing is saved yet.</div>
      {differences.map(({ key, name, mine, other }) => (
        <fieldset key={key}>
          <legend>{name}</legend>
          <Choice
            name={key}
            label="Mine"
            words={mine}
            checked={!isTheirs(key)}
            onChoose={() => choose(key, false)}
          />
          <Choice
            name={key}
            label="Theirs"
            words={other}
            checked={isTheirs(key)}
            onChoose={() => choose(key, true)}
          />
        </fieldset>
      ))}
      <div class="buttons">
        <button type="button" class="primary" onClick={saveChosen}>
          Keep these
        </button>
        <button type="button" onClick={() => settleConflict(editing, theirs)}>
          Take all of theirs
        </button>
      </div>
    </div>
  )
}

/** The items that only the other person has changed. For these, theirs is chosen at first. */
function changedByThemOnly({ history }: Editing, { mine, theirs }: Conflict): Set<string> {
  const keys = lists.flatMap((list) => {
    const [own, base] = [itemsByKey(mine, list), itemsByKey(history.base.value, list)]
    const all = [...new Set([...own.keys(), ...base.keys(), ...itemsByKey(theirs, list).keys()])]
    return all
      .filter((key) => JSON.stringify(own.get(key)) === JSON.stringify(base.get(key)))
      .map((key) => `${list} ${key}`)
  })
  return new Set(keys)
}

interface ChoiceProps {
  name: string
  label: string
  words: string
  checked: boolean
  onChoose(): void
}

function Choice({ name, label, words, checked, onChoose }: ChoiceProps) {
  return (
    <label class="check">
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <b>{label}</b> <span>{words}</span>
    </label>
  )
}

interface Difference {
  key: string
  name: string
  mine: string
  other: string
}

const lists: ItemList[] = ['content', 'analytics']

function differencesOf(editing: Editing, { mine, theirs }: Conflict): Difference[] {
  return lists.flatMap((list) => {
    const [own, other] = [itemsByKey(mine, list), itemsByKey(theirs, list)]
    const keys = [...new Set([...own.keys(), ...other.keys()])]
    return keys
      .filter((key) => JSON.stringify(own.get(key)) !== JSON.stringify(other.get(key)))
      .map((key) => {
        const [item, beside] = [own.get(key), other.get(key)]
        const known = item ?? beside
        return {
          key: `${list} ${key}`,
          name: known ? shownName(editing, known) : key,
          ...bothInWords(item, beside),
        }
      })
  })
}

type Item = EditedTemplate[ItemList][number]

function isContent(item: Item): item is TemplateContentItem {
  return !('id' in item)
}

/** What both say, with chips as words; as the template has it where only that differs, such as what to say if a value is not known. */
function bothInWords(item: Item | undefined, beside: Item | undefined): Pick<Difference, 'mine' | 'other'> {
  const both = (say: Say) => ({
    mine: wordsBeside(item, beside, say),
    other: wordsBeside(beside, item, say),
  })
  const { mine, other } = both(inWords)
  return mine === other ? both((payload) => payload) : { mine, other }
}

/** How a payload is said. */
type Say = (payload: string) => string

/** What an item says, beside the other version of it: its name only where that differs. */
function wordsBeside(item: Item | undefined, beside: Item | undefined, say: Say): string {
  const isRenamed = item && beside && item.name !== beside.name
  const named = item?.name === undefined ? 'without a name' : `named ${item.name}`
  return isRenamed ? `${named}, ${wordsOf(item, say)}` : wordsOf(item, say)
}

function wordsOf(item: Item | undefined, say: Say): string {
  if (!item) return 'not there'
  if (!('payload' in item) && !('write' in item))
    return `measured${'goal' in item && item.goal ? ', the goal' : ''}`
  const { payload = '' } = item
  const cases = 'for' in item ? (item.for ?? []) : []
  const said = cases.map((one) => `${sayCase(one)}: ${wordsIn(one.payload, say)}`)
  return [...said, wordsIn(payload, say)].join(' / ')
}

function wordsIn(payload: Localised, say: Say): string {
  if (typeof payload === 'string') return say(payload)
  return Object.keys(payload)
    .map((language) => `${language}: ${say(localText(payload, language))}`)
    .join(' / ')
}

/** My version, in the languages of theirs, with the items that were chosen from theirs. */
function mergeVersions(conflict: Conflict, isTheirs: (key: string) => boolean): EditedTemplate {
  const { mine, theirs } = conflict
  const mixed = (list: ItemList) => {
    const [own, other] = [itemsByKey(mine, list), itemsByKey(theirs, list)]
    const keys = [...new Set([...own.keys(), ...other.keys()])]
    return keys.flatMap((key) => {
      const [item, beside] = [own.get(key), other.get(key)]
      if (isTheirs(`${list} ${key}`)) return beside ?? []
      return item && isContent(item)
        ? inLanguagesOf(conflict, item, beside as typeof item | undefined)
        : (item ?? [])
    })
  }
  return {
    ...mine,
    languages: theirs.languages,
    content: mixed('content') as EditedTemplate['content'],
    analytics: mixed('analytics') as EditedTemplate['analytics'],
  }
}
