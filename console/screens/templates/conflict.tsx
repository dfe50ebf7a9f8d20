import type { TemplateSource } from '../../api/templates.ts'
import { Difference } from './difference.tsx'

interface ConflictProps {
  mine: string
  theirs: TemplateSource
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Says that another version was saved while something was typed, and lets one of the two win. */
export function Conflict({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <section class="notice odd" role="alert" aria-labelledby="conflict">
      <h2 id="conflict">Version {theirs.version} was saved meanwhile</h2>
      <p>Nothing is lost. These are the differences from that version to what you typed here:</p>
      <Difference before={theirs.yaml} after={mine} />
      <div class="buttons">
        <button type="button" onClick={onTakeTheirs}>
          Take version {theirs.version}
        </button>
        <button type="button" class="primary" onClick={onKeepMine}>
          Save mine over it
        </button>
      </div>
    </section>
  )
}
