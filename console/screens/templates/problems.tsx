import type { Problem } from '../../api/templates.ts'
import { count } from '../../parts/format.ts'

/** The faults of a template, each with its place. */
export function Problems({ problems }: { problems: Problem[] }) {
  const faults = problems.filter(({ warning }) => !warning)
  if (problems.length === 0) return null
  return (
    <div class={faults.length > 0 ? 'notice bad' : 'notice'} role="alert">
      <p>
        {faults.length > 0 ? (
          <>
            <strong>{count(faults.length, 'problem')}.</strong> No page is made from this template until they
            are fixed.
          </>
        ) : (
          'Pages are made from this template. Worth knowing:'
        )}
      </p>
      <ul>
        {problems.map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>
            Line {line}, column {column}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
