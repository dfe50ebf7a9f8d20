import { useState } from 'preact/hooks'
import { Failed } from '../../parts/awaited.tsx'
import { useAction } from '../../parts/use-action.ts'
import { editInTab, openTab } from './edit-in-tab.ts'

interface EditOnPageProps {
  /** Of the template. */
  name: string
  /** What is to be chosen there. */
  item?: { index: number; name?: string }
}

/** The button that opens the editor on the template's page, in a new tab. */
export function EditOnPage({ name, item }: EditOnPageProps) {
  const [blocked, setBlocked] = useState<string>()
  const open = useAction(async () => setBlocked(await editInTab(name, openTab(), item?.index)))
  return (
    <>
      <button
        type="button"
        class={item ? '' : 'primary'}
        disabled={open.isRunning}
        onClick={() => open.run()}
      >
        {open.isRunning ? 'Opening…' : 'Edit on the page'}
      </button>
      {blocked && (
        <a
          class="button"
          href={blocked}
          target="_blank"
          rel="noreferrer"
          onClick={() => setBlocked(undefined)}
        >
          Open the page with the editor
        </a>
      )}
      {open.failure && <Failed failure={open.failure} onTryAgain={open.tryAgain} />}
    </>
  )
}
