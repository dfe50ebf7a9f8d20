import { type Change, diffLines } from 'diff'

/** Two texts, line by line: what was taken out and what was put in. */
export function Difference({ before, after }: { before: string; after: string }) {
  const changes = diffLines(before, after)
  if (!changes.some(({ added, removed }) => added || removed))
    return <p class="quiet">There is no difference.</p>
  return (
    <pre class="difference" tabIndex={0}>
      {changes.flatMap(linesOf).map(({ kind, sign, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name.
        <span key={index} class={kind}>
          {`${sign} ${text}\n`}
        </span>
      ))}
    </pre>
  )
}

function linesOf({ value, added, removed }: Change) {
  const [kind, sign] = added ? ['added', '+'] : removed ? ['removed', '−'] : ['same', ' ']
  return value
    .replace(/\n$/, '')
    .split('\n')
    .map((text) => ({ kind, sign, text }))
}
