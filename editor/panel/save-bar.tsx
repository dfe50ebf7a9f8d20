import { useEffect } from 'preact/hooks'
import type { EditorLinks } from '../../wire/editor.ts'
import type { Editing } from '../editing.ts'
import { countLinks, readLinks, save } from '../saving.ts'

/** Saves the next version and, if wanted, regenerates existing links: says which these are, and how far that is. */
export function SaveBar({ editing }: { editing: Editing }) {
  const { isBusy, isAlsoForLinks, links, spreading } = editing
  useSpreading(editing)
  return (
    <div class="foot">
      {isAlsoForLinks.value && links.value && <small role="note">{wordsOf(links.value)}</small>}
      {!isAlsoForLinks.value && spreading.value !== undefined && links.value && (
        <Spreading links={links.value} />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={isAlsoForLinks.value}
          onChange={({ currentTarget }) => {
            isAlsoForLinks.value = currentTarget.checked
            if (currentTarget.checked) readLinks(editing)
          }}
        />
        Also for links that are out
      </label>
      <button
        type="button"
        class="primary"
        aria-busy={isBusy.value}
        aria-keyshortcuts="Control+S"
        title="Ctrl S"
        onClick={() => save(editing)}
      >
        Save
      </button>
    </div>
  )
}

/** How long after an answer it is read again how far a regeneration is. */
const pauseMs = 2000

function useSpreading(editing: Editing): void {
  const isUnderWay = editing.spreading.value !== undefined
  useEffect(() => {
    if (!isUnderWay) return
    const life = new AbortController()
    followLinks(editing, life.signal)
    return () => life.abort()
  }, [isUnderWay, editing])
}

/** Reads the links again after each answer, one request at a time: a save would have to wait behind several. */
async function followLinks(editing: Editing, life: AbortSignal): Promise<void> {
  while (!life.aborted && !editing.isOver.value) {
    await readLinks(editing)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function Spreading({ links: { links, left } }: { links: EditorLinks }) {
  return (
    <label class="progress">
      {links - left} of {countLinks(links)} show this version
      <progress max={links} value={links - left} />
    </label>
  )
}

/** How many campaigns are named. */
const mostNamed = 3

/** `212 links will show this version: Spring (60), Fair (50), 2 more campaigns (90), no campaign (12).` */
function wordsOf({ links, campaigns }: EditorLinks): string {
  if (links === 0) return 'No link is out yet.'
  const sum = (of: EditorLinks['campaigns']) => of.reduce((total, each) => total + each.links, 0)
  const more = campaigns.slice(mostNamed)
  const alone = links - sum(campaigns)
  const parts = [
    ...campaigns.slice(0, mostNamed).map((each) => `${each.name} (${each.links})`),
    ...(more.length > 0
      ? [`${more.length} more campaign${more.length === 1 ? '' : 's'} (${sum(more)})`]
      : []),
    ...(alone > 0 ? [`no campaign (${alone})`] : []),
  ]
  return `${countLinks(links)} will show this version: ${parts.join(', ')}.`
}
