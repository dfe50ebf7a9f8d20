import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Confirm } from './dialog.tsx'
import { useAction } from './use-action.ts'

interface AskFirstProps {
  /** What the button says, here and in the question. */
  yes: string
  /** The whole name of the button in a list, where each row has one. */
  name?: string
  /** What a pointer is told. */
  hint?: string
  /** Whether something is gone afterwards. Default: true. */
  isDangerous?: boolean
  /** The question. */
  title: string
  act: () => Promise<void>
  /** What will be gone. */
  children: ComponentChildren
}

/** A button that does something after a question. */
export function AskFirst({ yes, name, hint, isDangerous = true, title, act, children }: AskFirstProps) {
  const [isAsking, setAsking] = useState(false)
  const action = useAction(async () => {
    await act()
    setAsking(false)
  })
  return (
    <>
      <button
        type="button"
        class={isDangerous ? 'danger' : 'plain'}
        aria-label={name}
        title={hint}
        onClick={() => setAsking(true)}
      >
        {yes}
      </button>
      {isAsking && (
        <Confirm {...{ title, yes, action, isDangerous }} onClose={() => setAsking(false)}>
          {children}
        </Confirm>
      )}
    </>
  )
}
