import { useCallback } from 'preact/hooks'
import { readTag, type TemplateText } from '../../api/templates.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Copy } from '../../parts/copy.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The tag to paste into the page. */
export function Tag({ text: { name, yaml } }: { text: TemplateText }) {
  const loaded = useLoaded(
    useCallback((signal: AbortSignal) => readTag(name, signal), [name]),
    yaml,
  )
  return (
    <section class="card" aria-labelledby="tag">
      <h2 id="tag">The tag for this page</h2>
      <p>
        Paste it into the page’s <code>&lt;head&gt;</code>, as high as you can. Visitors without a link of a
        campaign do not notice it.
      </p>
      <p class="quiet">
        It hides what will change until it has changed. So paste it again when the template changes other
        elements: until then, those show the page’s own words for a moment.
      </p>
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
