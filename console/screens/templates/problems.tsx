import type { Problem } from '../../api/templates.ts'
import { count } from '../../parts/format.ts'

/** The faults of a template, each with its place. */
export function Problems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{count(problems.length, 'problem')}.</strong> No page is made from this template until they
        are fixed.
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
