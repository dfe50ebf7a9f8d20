import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { address } from '../address.ts'
import { loadHelp } from '../api/help.ts'
import { Awaited } from '../parts/awaited.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/use-loaded.ts'
import { FirstSteps } from './first-steps.tsx'
import { blocksOf, type HelpBlock, type HelpSection, inlinePieces, searchHelp } from './help-search.ts'

/** The `?` of every screen: the documents, searched, and the steps of the first campaign until they are done. */
export function Help() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      // Of a field in a shadow tree, as that for YAML, the target is only what the tree hangs on.
      const [innermost = null] = event.composedPath()
      if (event.key === '?' && !isTyping(innermost)) setOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <button type="button" class="help" aria-label="Help" title="Help (?)" onClick={() => setOpen(true)}>
        ?
      </button>
      {isOpen && <HelpDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], .cm-editor') !== null
  )
}

/** What is asked for on a screen most: the documents say it under these words. */
const suggestions: Record<string, string[]> = {
  today: ['who is on a page', 'alerts', 'control group'],
  campaigns: ['merge field', 'utm', 'columns', 'control group'],
  people: ['erase', 'enrichment', 'links'],
  templates: ['tag', 'editor', 'default', 'goal'],
  settings: ['Slack', 'role', 'webhook'],
}

function HelpDialog({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('')
  const loaded = useLoaded(loadHelp)
  const words = suggestions[address.value.screen ?? 'today'] ?? []
  return (
    <Dialog title="Help" onClose={onClose}>
      <div class="help-panel">
        <label>
          <span>Search the documents</span>
          <input
            type="search"
            placeholder="merge field, first name, Slack…"
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        {search.trim() === '' && (
          <>
            <p class="quiet">
              Often asked here:{' '}
              {words.map((word, at) => (
                <Fragment key={word}>
                  {at > 0 && ', '}
                  <button type="button" class="link" onClick={() => setSearch(word)}>
                    {word}
                  </button>
                </Fragment>
              ))}
            </p>
            <FirstSteps onFollow={onClose} />
          </>
        )}
        {search.trim() !== '' && (
          <Awaited loaded={loaded}>{(sections) => <Found sections={sections} search={search} />}</Awaited>
        )}
        <div class="buttons">
          <button type="button" class="plain" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function Found({ sections, search }: { sections: HelpSection[]; search: string }) {
  const found = searchHelp(sections, search)
  return (
    <div class="help-found">
      <p class="quiet" role="status">
        {found.length === 0
          ? `The documents say nothing with “${search.trim()}”: try fewer words.`
          : `Found in ${found.length === 1 ? '1 section' : `${found.length} sections`}.`}
      </p>
      {found.map((section, at) => (
        <details key={`${section.title} ${section.heading}`} open={at === 0}>
          <summary>
            {section.heading || section.title} <span class="quiet">{section.heading && section.title}</span>
          </summary>
          {blocksOf(section.text).map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text have no other name.
            <Block key={index} block={block} />
          ))}
        </details>
      ))}
    </div>
  )
}

function Block({ block }: { block: HelpBlock }) {
  if (block.kind === 'code')
    return (
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    )
  if ('text' in block)
    return (
      <p>
        <Inline text={block.text} />
      </p>
    )
  return (
    <ul class={block.kind === 'table' ? 'rows' : ''}>
      {block.items.map((item) => (
        <li key={item}>
          <Inline text={item} />
        </li>
      ))}
    </ul>
  )
}

function Inline({ text }: { text: string }) {
  return inlinePieces(text).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name.
    piece.isCode ? <code key={at}>{piece.text}</code> : <Fragment key={at}>{piece.text}</Fragment>,
  )
}
