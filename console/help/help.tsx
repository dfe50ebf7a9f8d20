import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { address } from '../address.ts'
import { request } from '../api/client.ts'
import { readFirstSteps } from '../api/help.ts'
import { Awaited } from '../parts/awaited.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/use-loaded.ts'
import { FirstSteps } from './first-steps.tsx'
import type { HelpSection } from './help-search.ts'

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

/** The documents that the help searches. They are loaded when it is opened first. */
async function loadHelp(signal: AbortSignal): Promise<HelpSection[]> {
  return (await request('/console/assets/help.json', { signal })).json() as Promise<HelpSection[]>
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
  const loaded = useLoaded((signal) => Promise.all([import('./help-found.tsx'), loadHelp(signal)]))
  const steps = useLoaded(readFirstSteps)
  const words = suggestions[address.value.screen ?? 'today'] ?? []
  return (
    <Dialog title="Help" onClose={onClose}>
      <div class="stack">
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
            {steps.state === 'there' && <FirstSteps state={steps.value} onFollow={onClose} />}
          </>
        )}
        {search.trim() !== '' && (
          <Awaited loaded={loaded}>
            {([{ HelpFound }, sections]) => <HelpFound {...{ sections, search }} />}
          </Awaited>
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
