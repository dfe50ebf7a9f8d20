import { useEffect, useRef } from 'preact/hooks'
import type { EditedTemplate, ItemList, Localised } from '../../wire/editor.ts'
import { sayCase } from '../cases.ts'
import type { Editing } from '../editing.ts'
import { shownName } from '../naming.ts'
import { keepMine, save, takeTheirs } from '../saving.ts'
import { itemsByKey } from '../state/with-changes.ts'
import { inWords } from '../text/liquid.ts'

/** What differs between one's own version and the one that somebody else has saved meanwhile, to keep one of them. */
export function ConflictCard({ editing }: { editing: Editing }) {
  const { value: theirs } = editing.conflict
  if (!theirs) return null
  return <BothVersions key={theirs.fingerprint ?? theirs.version} editing={editing} theirs={theirs} />
}

function BothVersions({ editing, theirs }: { editing: Editing; theirs: EditedTemplate }) {
  const card = useRef<HTMLDivElement>(null)
  // Whoever saves may have scrolled it out of sight.
  useEffect(() => card.current?.focus(), [])
  const keep = () => {
    keepMine(editing)
    return save(editing)
  }
  return (
    <div class="conflict" role="alertdialog" aria-labelledby="both-versions" tabIndex={-1} ref={card}>
      <div class="head" id="both-versions">
        Somebody saved meanwhile
      </div>
      <div class="quiet">
        {sayVersion(theirs)} Your changes are not saved yet. “Keep mine” adds them to their version.
      </div>
      {differencesOf(editing, theirs).map(({ key, name, mine, other }) => (
        <dl key={key}>
          <dt>{name}</dt>
          <dd>
            <b>Mine</b> {mine}
          </dd>
          <dd>
            <b>Theirs</b> {other}
          </dd>
        </dl>
      ))}
      <div class="buttons">
        <button type="button" class="primary" onClick={keep}>
          Keep mine
        </button>
        <button type="button" onClick={() => takeTheirs(editing)}>
          Take theirs
        </button>
      </div>
    </div>
  )
}

function sayVersion({ version, fingerprint, savedBy }: EditedTemplate): string {
  if (fingerprint) return 'The template’s file was changed.'
  const who = savedBy ? `, by ${savedBy.user}, ${new Date(savedBy.at).toLocaleString('en')}` : ''
  return `Theirs is version ${version}${who}.`
}

function differencesOf(editing: Editing, theirs: EditedTemplate) {
  const { value: mine } = editing.history.template
  return (['content', 'analytics'] satisfies ItemList[]).flatMap((list) => {
    const [own, other] = [itemsByKey(mine, list), itemsByKey(theirs, list)]
    const keys = [...new Set([...own.keys(), ...other.keys()])]
    return keys
      .filter((key) => JSON.stringify(own.get(key)) !== JSON.stringify(other.get(key)))
      .map((key) => {
        const [item, beside] = [own.get(key), other.get(key)]
        const known = (item ?? beside) as Item
        return { key: `${list} ${key}`, name: shownName(editing, known), ...bothInWords(item, beside) }
      })
  })
}

type Item = EditedTemplate[ItemList][number]

/** What both say, with chips as words; with their names, and as the template has it, where only that differs. */
function bothInWords(item: Item | undefined, beside: Item | undefined): { mine: string; other: string } {
  const both = (say: (one: Item) => string) => ({
    mine: item ? say(item) : 'Not there',
    other: beside ? say(beside) : 'Not there',
  })
  const said = both((one) => wordsOf(one, inWords))
  if (said.mine !== said.other) return said
  return both((one) => `${one.name ?? 'Without a name'}: ${wordsOf(one, (payload) => payload)}`)
}

function wordsOf(item: Item, say: (payload: string) => string): string {
  if ('id' in item) return `Measured${item.goal ? ', the goal' : ''}`
  const { payload, write, for: cases = [] } = item
  const words = (text: Localised) =>
    typeof text === 'string'
      ? say(text)
      : Object.entries(text)
          .map(([language, said]) => `${language}: ${say(said)}`)
          .join(' / ')
  const all = [...cases.map((one) => `${sayCase(one)}: ${words(one.payload)}`), words(payload ?? write ?? '')]
  return all.join(' / ')
}
