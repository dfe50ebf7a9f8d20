import { type Change, diffLines } from 'diff'

/** The difference of two texts, line by line. */
export function Difference({ before, after }: { before: string; after: string }) {
  const changes = diffLines(before, after)
  if (!changes.some(({ added, removed }) => added || removed))
    return <p class="quiet">There is no difference.</p>
  return (
    <pre class="difference" tabIndex={0}>
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of two texts have no other name.
        <span key={at} class={change.added ? 'added' : change.removed ? 'removed' : ''}>
          {signed(change)}
        </span>
      ))}
    </pre>
  )
}

function signed({ value, added, removed }: Change): string {
  const sign = added ? '+' : removed ? '−' : ' '
  return value.replace(/^(?=.)/gms, `${sign} `)
}
