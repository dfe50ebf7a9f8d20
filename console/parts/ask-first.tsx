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
  /** The question. */
  title: string
  act: () => Promise<void>
  /** What will be gone. */
  children: ComponentChildren
}

/** A button that does something for good, after a question. */
export function AskFirst({ yes, name, hint, title, act, children }: AskFirstProps) {
  const [isAsking, setAsking] = useState(false)
  const action = useAction(async () => {
    await act()
    setAsking(false)
  })
  return (
    <>
      <button type="button" class="danger" aria-label={name} title={hint} onClick={() => setAsking(true)}>
        {yes}
      </button>
      {isAsking && (
        <Confirm {...{ title, yes, action }} onClose={() => setAsking(false)}>
          {children}
        </Confirm>
      )}
    </>
  )
}
