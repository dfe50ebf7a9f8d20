import type { TemplateText } from '../../api/templates.ts'
import { Difference } from './difference.tsx'

interface NewerVersionProps {
  mine: string
  theirs: TemplateText
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Says that another version was saved meanwhile, and lets the person choose one of the two. */
export function NewerVersion({ mine, theirs, onKeepMine, onTakeTheirs }: NewerVersionProps) {
  return (
    <section class="notice odd" role="alert" aria-labelledby="newer">
      <h2 id="newer">Version {theirs.version} was saved meanwhile</h2>
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
