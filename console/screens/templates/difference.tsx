import { type Change, diffLines } from 'diff'

/** The difference of two texts, line by line. */
export function Difference({ before, after }: { before: string; after: string }) {
  const changes = diffLines(before, after)
  if (!changes.some(({ added, removed }) => added || removed))
    return <p class="quiet">There is no difference.</p>
  return (
    <pre class="difference" tabIndex={0}>
      {numbered(changes.flatMap(linesOf)).map(({ number, kind, sign, text }) => (
        <span key={number} class={kind}>
          {`${sign} ${text}\n`}
        </span>
      ))}
    </pre>
  )
}

function numbered<Line>(lines: Line[]): (Line & { number: number })[] {
  return lines.map((line, at) => ({ ...line, number: at + 1 }))
}

function linesOf({ value, added, removed }: Change) {
  const [kind, sign] = added ? ['good', '+'] : removed ? ['bad', '−'] : ['', ' ']
  return value
    .replace(/\n$/, '')
    .split('\n')
    .map((text) => ({ kind, sign, text }))
}
