import { useCallback, useState } from 'preact/hooks'
import type { Role } from '../../api/session-state.ts'
import { invite } from '../../api/settings.ts'
import { Failed } from '../../parts/awaited.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { Field } from '../../parts/field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { RoleField } from './role-field.tsx'
import { ShownOnce } from './shown-once.tsx'

/** Creates a link that signs a colleague in. */
export function Invitations() {
  const { value, keep, drop } = useDraft<{ user: string; role: Role }>('invitation')
  const { user, role } = value ?? { user: '', role: 'viewer' }
  const [problem, setProblem] = useState<string>()
  const [url, setUrl] = useState<string>()
  const send = useAction(
    useCallback(
      async (key: string, wanted: { user: string; role: Role }) => {
        setUrl((await invite(wanted, key)).url)
        drop()
      },
      [drop],
    ),
  )

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setProblem(user.trim() ? undefined : 'Say whom the link is for.')
    if (user.trim()) send.run({ user: user.trim(), role })
  }

  return (
    <section class="card" aria-labelledby="invitations">
      <h2 id="invitations">Invite a colleague</h2>
      <form class="row" onSubmit={submit} noValidate>
        <Field label="Colleague" help="A name or an address." problem={problem}>
          {(tie) => (
            <input
              {...tie}
              value={user}
              onInput={({ currentTarget }) => keep({ user: currentTarget.value, role })}
            />
          )}
        </Field>
        <RoleField role={role} onChange={(to) => keep({ user, role: to })} />
        <button type="submit" class="primary" disabled={send.isRunning}>
          Invite
        </button>
      </form>
      {send.failure && <Failed failure={send.failure} onTryAgain={send.tryAgain} />}
      {url && <ShownOnce what="Send this link. It signs in once, within 24 hours." secret={url} />}
    </section>
  )
}
