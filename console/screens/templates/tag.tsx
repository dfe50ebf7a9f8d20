import { useState } from 'preact/hooks'
import { address } from '../../address.ts'
import { ask, request } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import type { TemplateText } from '../../api/templates.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Copy } from '../../parts/copy.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { isUntagged } from './edit-in-tab.ts'

/** The tag to paste into the page: the same for every template. */
export function Tag({ text: { name } }: { text: TemplateText }) {
  const loaded = useLoaded(
    async (signal) => (await request(`/v1/templates/${encodeURIComponent(name)}/tag`, { signal })).text(),
    [name],
  )
  return (
    <section class="card" aria-labelledby="tag">
      <h2 id="tag">The tag for your pages</h2>
      {address.value.query.has('untagged') && may('editor') && <Untagged name={name} />}
      <p>
        Paste it into the page’s <code>&lt;head&gt;</code>, as high as you can. Visitors without a link of a
        campaign do not notice it.
      </p>
      <p class="quiet">One tag for every page and every template: you paste it once.</p>
      <Awaited loaded={loaded}>
        {(tag) => (
          <>
            <pre class="tag" tabIndex={0}>
              <code>{tag}</code>
            </pre>
            <Copy text={tag} />
          </>
        )}
      </Awaited>
    </section>
  )
}

/** Says why the editor did not open, and opens it here once the page has the tag. */
function Untagged({ name }: { name: string }) {
  const [isStill, setStill] = useState(false)
  const open = useAction(async (_key: string, isAnyway: boolean) => {
    setStill(isAnyway)
    if (!isAnyway && (await isUntagged(name))) return setStill(true)
    const { url } = await ask('POST /v1/templates/:name/edit', { params: { name } })
    location.assign(url)
  })
  return (
    <div class="notice odd">
      <p>
        <strong>The page has no tag yet</strong>, so the editor cannot open there. Copy the tag, paste it into
        the page and publish that; then go on here.
      </p>
      <div class="buttons">
        <button type="button" class="primary" disabled={open.isRunning} onClick={() => open.run(false)}>
          {open.isRunning ? 'Looking at the page…' : 'The tag is there: open the editor'}
        </button>
        {isStill && (
          <button type="button" disabled={open.isRunning} onClick={() => open.run(true)}>
            Open the page all the same
          </button>
        )}
      </div>
      {isStill && (
        <p role="status">The page is still without it. It may take a minute until it is published.</p>
      )}
      {open.failure && <Failed failure={open.failure} onTryAgain={open.tryAgain} />}
    </div>
  )
}
