import { useState } from 'preact/hooks'
import { signOut } from '../api/session.ts'
import { Failed } from './awaited.tsx'
import { Confirm } from './dialog.tsx'
import { hasDrafts } from './drafts.ts'
import { useAction } from './use-action.ts'

/** A button that ends the session, or all sessions of this person. Asks first if unsaved input would be lost. */
export function SignOut({ everywhere = false, className }: { everywhere?: boolean; className?: string }) {
  const [isAsking, setAsking] = useState(false)
  const leave = useAction(() => signOut({ everywhere }))
  const words = everywhere ? 'Sign out everywhere' : 'Sign out'
  return (
    <>
      <button
        type="button"
        class={className}
        disabled={leave.isRunning}
        onClick={() => (hasDrafts.peek() ? setAsking(true) : leave.run())}
      >
        {words}
      </button>
      {leave.failure && !isAsking && <Failed failure={leave.failure} onTryAgain={leave.tryAgain} />}
      {isAsking && (
        <Confirm title="Sign out without saving?" yes={words} action={leave} onClose={() => setAsking(false)}>
          <p>Something that you typed is not saved yet. It will be lost.</p>
        </Confirm>
      )}
    </>
  )
}
