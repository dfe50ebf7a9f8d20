import { useCallback, useEffect, useState } from 'preact/hooks'
import { address, hrefOf } from '../../address.ts'
import { signIn } from '../../api/session.ts'
import { sessionState } from '../../api/session-state.ts'
import { Failed } from '../../parts/awaited.tsx'
import { loadPlot } from '../../parts/days-chart.tsx'
import { Field } from '../../parts/field.tsx'
import { Heading } from '../../parts/heading.tsx'
import { useAction } from '../../parts/use-action.ts'

/** The sign-in screen: by the link in the address, else by an access token. */
export function SignIn() {
  // Loads the plot's code, which Today needs next.
  useEffect(() => void loadPlot().catch(() => undefined), [])
  return (
    <main class="sign-in">
      <p class="brand">Motif</p>
      <TokenForm />
    </main>
  )
}

function TokenForm() {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<string>()
  const now = sessionState.value
  const enter = useAction(
    useCallback(async (_key: string, given: string) => {
      await signIn({ token: given })
      if (address.value.screen === undefined) history.replaceState(null, '', hrefOf('today'))
    }, []),
  )

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const given = token.trim()
    setProblem(given ? undefined : 'Paste an access token first.')
    if (given) enter.run(given)
  }

  const isUnknown = enter.failure?.status === 401
  return (
    <form onSubmit={submit} noValidate>
      <Heading text="Sign in" />
      {now.state === 'signed-out' && now.because === 'expired' && (
        <p class="notice odd" role="alert">
          You were signed out. Sign in again to continue where you were.
        </p>
      )}
      <Field
        label="Access token"
        help="The token that your operator gave you. Or ask for a link that signs you in."
        problem={
          isUnknown ? 'The service does not know this token. Check that all of it was copied.' : problem
        }
      >
        {(tie) => (
          <input
            {...tie}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={token}
            onInput={({ currentTarget }) => setToken(currentTarget.value)}
          />
        )}
      </Field>
      {enter.failure && !isUnknown && <Failed failure={enter.failure} />}
      <button type="submit" class="primary" disabled={enter.isRunning}>
        {enter.isRunning ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}
