import type { TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { asWritten } from '../../wire/bare-name.ts'
import { itemName } from '../../wire/item-name.ts'
import { ask, Failure } from '../api/client.ts'
import { may } from '../api/session-state.ts'
import { type RecordItems, readWordsOf, resetWords } from '../api/words.ts'
import { Awaited, Failed } from './awaited.tsx'
import { Breakable } from './breakable.tsx'
import { contentWords } from './content-words.ts'
import { type Draft, dropDraftsExcept, hasDraftOf, useDraft } from './drafts.ts'
import { Field } from './field.tsx'
import { focusOnce } from './focus-once.ts'
import { State } from './state.tsx'
import { Time } from './time.tsx'
import { useAction } from './use-action.ts'
import { useLoaded } from './use-loaded.ts'
import { useSaved } from './use-saved.ts'

interface WordsForOneProps {
  /** Id of the content. */
  content: string
  /** The address of the page, to which pictures are relative; without it only their addresses are shown. */
  page?: string | undefined
  /** Called when words were changed, or given back. */
  onChange?: () => void
}

type WordsItem = RecordItems['items'][number]

/** What the forms of a content's items are called. */
const formsOf = (content: string) => `words ${content} `

/** Words that are typed for one person, and not saved yet, outlive the screen and another place of the item, but not the item. */
function formsOfItems(content: string, items: readonly WordsItem[]): string[] {
  return items.map(({ type, selector }, at) => {
    const nth = items.slice(0, at).filter((one) => one.type === type && one.selector === selector).length
    return `${formsOf(content)}${nth} ${type} ${selector}`
  })
}

/** Whether somebody has typed words for the person of a content, and not saved them yet. */
export function hasTypedWords(content: string): boolean {
  return hasDraftOf(formsOf(content))
}

/** The words of one person's page, item by item: each can be changed for this person alone, and given back. */
export function WordsForOne({ content, page, onChange }: WordsForOneProps) {
  const loaded = useLoaded((signal) => readWordsOf(content, signal), [content])
  const items = loaded.state === 'there' ? loaded.value.items : undefined
  useEffect(() => {
    if (items) dropDraftsExcept(formsOf(content), formsOfItems(content, items))
  }, [content, items])
  const afterChange = () => {
    loaded.reload()
    onChange?.()
  }
  return (
    <Awaited loaded={loaded}>
      {({ items, changes }) => {
        const forms = formsOfItems(content, items)
        return (
          <>
            {items.length === 0 && <p class="quiet">The template changes nothing on the page yet.</p>}
            <ul class="stack listed">
              {items.map((item, at) => {
                const form = forms[at] ?? ''
                return <Item key={form} {...{ content, page, item, form }} onChange={afterChange} />
              })}
            </ul>
            {changes.length > 0 && <Changes changes={changes} />}
          </>
        )
      }}
    </Awaited>
  )
}

interface ItemProps {
  content: string
  page: string | undefined
  item: WordsItem
  /** The name of its form. */
  form: string
  onChange: () => void
}

/** Does something with items, and reads them again; as well if they were changed meanwhile, so that it can be done again. */
async function withListed(change: () => Promise<unknown>, reload: () => void) {
  await change().catch((error) => {
    if (error instanceof Failure && error.status === 409) reload()
    throw error
  })
  reload()
}

function Item({ content, page, item: read, form, onChange }: ItemProps) {
  const { saved, note } = useSaved<string>(read)
  const item = saved === undefined ? read : { ...read, payload: saved }
  const { index, changedBy, changedAt, payload } = item
  const draft = useDraft<string>(form)
  const [isEditing, setEditing] = useState(draft.value !== undefined)
  const name = itemName(item)
  const isPicture = item.type === 'src' && payload && URL.canParse(payload, page)
  const undo = useAction(() => withListed(() => resetWords(content, index), onChange))
  return (
    <li class="tight">
      <p>
        <strong title={asWritten(item.selector)}>{name}</strong>{' '}
        {changedBy !== undefined && changedAt && (
          <State tone="odd">
            changed by {changedBy}, <Time at={changedAt} />
          </State>
        )}
      </p>
      {isEditing ? (
        <Editing
          {...{ content, item, draft }}
          onEnd={() => setEditing(false)}
          onSaved={note}
          onChange={onChange}
        />
      ) : (
        <>
          <p class="said">
            {isPicture ? (
              <img src={new URL(payload, page).href} alt={payload} title={payload} loading="lazy" />
            ) : payload ? (
              <Breakable text={payload} />
            ) : (
              <span class="quiet">the page’s own stays</span>
            )}
          </p>
          {may('editor') && (
            <div class="buttons">
              <button type="button" aria-label={`Change ${name}`} onClick={() => setEditing(true)}>
                Change
              </button>
              {changedBy !== undefined && (
                <button
                  type="button"
                  class="plain"
                  aria-label={`Undo the change of ${name}`}
                  disabled={undo.isRunning}
                  onClick={() => undo.run()}
                >
                  Undo
                </button>
              )}
            </div>
          )}
          {undo.failure && <Failed failure={undo.failure} onTryAgain={undo.tryAgain} />}
        </>
      )}
    </li>
  )
}

interface EditingProps {
  content: string
  item: WordsItem
  draft: Draft<string>
  onEnd: () => void
  onSaved: (words: string) => void
  /** Called when the items are others now. */
  onChange: () => void
}

function Editing({ content, item, draft, onEnd, onSaved, onChange }: EditingProps) {
  const { index, type, payload = '' } = item
  const { value: typed = payload, keep, drop } = draft
  /** Opened just now, and not found again on the way back: then one types here next. */
  const isNew = useRef(draft.value === undefined).current
  const onInput = ({ currentTarget: { value } }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    value === payload ? drop() : keep(value)
  const end = () => {
    drop()
    onEnd()
  }
  const latest = useRef(typed)
  latest.current = typed
  const save = useAction(async (_key: string, words: string) => {
    const params = { id: content, index: String(index) }
    const write = () => ask('PUT /v1/content/:id/items/:index', { params, json: { payload: words } })
    await withListed(write, onChange)
    // Whoever types on meanwhile has more to save.
    if (latest.current === words) end()
    onSaved(words)
  })
  const isAddress = type === 'src' || type === 'href'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.run(typed)
      }}
    >
      <Field label={itemName(item)} help={contentWords[type].help}>
        {(tie) => {
          const field = { ...tie, ref: isNew ? focusOnce : null, value: typed, onInput }
          const rows = Math.min(8, 2 + Math.floor(typed.length / 70))
          return isAddress ? <input {...field} spellcheck={false} /> : <textarea {...field} rows={rows} />
        }}
      </Field>
      {save.failure && <Failed failure={save.failure} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={save.isRunning}>
          {save.isRunning ? 'Saving…' : 'Save for this person'}
        </button>
        <button type="button" class="plain" onClick={end}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function Changes({ changes }: { changes: RecordItems['changes'] }) {
  return (
    <details>
      <summary>Who changed what</summary>
      <ol class="stack">
        {changes.map(({ user, changedAt, payload, ...item }) => (
          <li key={`${changedAt} ${item.selector}`} class="tight">
            <p>
              {user}, <Time at={changedAt} />:{' '}
              <strong title={asWritten(item.selector)}>{itemName(item)}</strong>{' '}
              {payload === '' ? 'keeps the page’s own' : 'says'}
              {item.index === undefined && ' (not in the template now)'}
            </p>
            {payload && (
              <p class="said">
                <Breakable text={payload} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
