import type { PreviewedItem, TemplateContentItem } from '../../wire/editor.ts'
import { isOfPreview } from '../../wire/targets.ts'
import { chooseItem, countMatches, type Editing } from '../editing.ts'
import { shownName } from '../naming.ts'
import type { Fate } from '../page/show.ts'
import { placeOf } from '../places.ts'
import { keysOf } from '../state/edits-between.ts'
import { localText } from '../state/localised.ts'
import { fallbacksIn, inWords } from '../text/liquid.ts'
import { kindWords, measureWords } from '../words.ts'
import { IconButton } from './icon-button.tsx'

/** All items that the template changes and measures. */
export function Items({ editing, fates }: { editing: Editing; fates: Fate[] }) {
  const { content, analytics } = editing.history.template.value
  const keys = keysOf(content)
  const shown = editing.preview.value?.content
  const chosen = editing.chosen.value
  const open = chosen?.type && placeOf(editing, chosen, chosen.type)
  return (
    <div class="items">
      <div class="head">Items</div>
      {content.length + analytics.length === 0 && (
        <div class="quiet">None yet. Pick an element to begin.</div>
      )}
      <ul aria-label="Items">
        {content.map((item, index) => (
          <Row
            key={keys[index]}
            kind={kindWords[item.type].kind}
            name={shownName(editing, item)}
            words={
              inWords(localText(item.payload, editing.language.value)) ||
              (item.write ? 'written for each person' : '—')
            }
            selector={item.selector}
            odd={warningOf(item, editing.language.value, shown?.[index], fates[index])}
            isChosen={index === open}
            onChoose={() => chooseItem(editing, item.selector, item.type)}
            onRemove={() => editing.change([{ edit: 'removeItem', list: 'content', index }])}
          />
        ))}
        {analytics.map((item, index) => (
          <Row
            key={`analytics ${item.id}`}
            kind={`${measureWords[item.type]}${item.goal ? ' · Goal' : ''}`}
            name={shownName(editing, item)}
            words=""
            selector={item.selector}
            odd={warningOf(item, '')}
            isChosen={false}
            onChoose={() => chooseItem(editing, item.selector)}
            onRemove={() => editing.change([{ edit: 'removeItem', list: 'analytics', index }])}
          />
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  kind: string
  name: string
  words: string
  selector: string
  odd: string
  isChosen: boolean
  onChoose(): void
  onRemove(): void
}

function Row({ kind, name, words, selector, odd, isChosen, onChoose, onRemove }: RowProps) {
  return (
    <li class={isChosen ? 'chosen-item' : ''}>
      <span class="kind">{kind}</span>
      <button
        type="button"
        class="choose"
        title={selector}
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <span class="name">{name}</span>
        {words && <span class="words quiet">{words}</span>}
      </button>
      <IconButton label={`Remove ${name}`} sign="✕" onClick={onRemove} />
      {odd && <div class="odd">{odd}</div>}
    </li>
  )
}

/** What is odd about an item for the person as whom the page is seen; empty if nothing. */
function warningOf(
  { selector, for: cases, payload }: Pick<TemplateContentItem, 'selector' | 'for' | 'payload'>,
  language: string,
  shown?: PreviewedItem,
  fate?: Fate,
): string {
  if (isOfPreview(selector)) return 'Seen in the preview of the link, in chats and mails. It needs the edge.'
  const count = countMatches(selector)
  if (!count) return count === 0 ? 'Not found on this page now.' : 'This is not a selector.'
  if (fate === 'refused') return 'The page keeps its own: this cannot be put there.'
  if (fate === 'contested') return 'The page writes over this again and again, so its own stays.'
  if (shown?.gap === 'empty') return 'Not known: the page keeps its own.'
  if (shown?.gap !== 'default') return ''
  const said = cases?.[shown.case ?? -1]?.payload ?? payload
  const [fallback, ...more] = fallbacksIn(localText(said, language))
  return fallback && more.length === 0 ? `Not known: shows “${fallback}”.` : 'Not known: shows your fallback.'
}
