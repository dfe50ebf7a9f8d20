import { useEffect, useState } from 'preact/hooks'
import { address, goTo, hrefOf } from '../../address.ts'
import { request } from '../../api/client.ts'
import { signIn } from '../../api/session.ts'
import { sessionState } from '../../api/session-state.ts'
import { Failed } from '../../parts/awaited.tsx'
import { Check, TextField } from '../../parts/field.tsx'
import { Heading } from '../../parts/heading.tsx'
import { loadPlot } from '../../parts/plot-or-table.tsx'
import { useAction } from '../../parts/use-action.ts'

/** How one may sign in, beside an access token. */
interface Ways {
  /** Links are sent by mail. */
  mail: boolean
  /** The name of the organization's identity provider. */
  provider?: string
}

const signedOut: Partial<Record<string, string>> = {
  expired: 'You were signed out. Sign in again to continue where you were.',
  another:
    'Another account was signed in in this browser. Reload the page to go on with it, or sign in again to continue where you were.',
}

/** The sign-in screen: by the identity provider, a link by mail, or an access token. */
export function SignIn() {
  const [ways, setWays] = useState<Ways>({ mail: false })
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    // Loads the plot's code, which Today needs next.
    loadPlot().catch(() => undefined)
    // Without an answer there is still the token.
    request('/console/session/ways')
      .then((answer) => answer.json())
      .then(setWays, () => undefined)
  }, [])
  const now = sessionState.value
  const why = now.state === 'signed-out' && signedOut[now.because]
  return (
    <main class="sign-in">
      <p class="brand">Motif</p>
      <div class="card">
        <Heading text="Sign in" />
        {why && (
          <p class="notice odd" role="alert">
            {why}
          </p>
        )}
        {ways.provider && (
          <a class="button primary" href={`/console/oidc${isKept ? '?keep=1' : ''}`}>
            Continue with {ways.provider}
          </a>
        )}
        {ways.mail && <LinkForm isFirst={!ways.provider} />}
        <TokenForm isKept={isKept} onKeep={setKept} isFirst={!ways.provider && !ways.mail} />
      </div>
    </main>
  )
}

function LinkForm({ isFirst }: { isFirst: boolean }) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const send = useAction(async (_key: string, to: string) => {
    // Whether there is such a member is not told.
    await request('/console/session/link', { method: 'POST', json: { email: to } })
    setSentTo(to)
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const given = email.trim()
    setSentTo(undefined)
    setProblem(given.includes('@') ? undefined : 'Give your e-mail address.')
    if (given.includes('@')) send.run(given)
  }

  return (
    <form class="stack" onSubmit={submit} noValidate>
      <TextField
        label="Your address"
        help="You get an e-mail with a link that signs you in."
        problem={problem}
        type="email"
        autocomplete="email"
        value={email}
        onInput={setEmail}
      />
      {send.failure && <Failed failure={send.failure} />}
      {sentTo && (
        <p class="notice good" role="status">
          If {sentTo} is a member’s address, a link is on its way. It works once, within 15 minutes.
        </p>
      )}
      <button type="submit" class={isFirst ? 'primary' : ''} disabled={send.isRunning}>
        {send.isRunning ? 'Sending…' : 'Send a link'}
      </button>
    </form>
  )
}

interface TokenFormProps {
  isKept: boolean
  onKeep: (isKept: boolean) => void
  /** Whether there is no other way. */
  isFirst: boolean
}

function TokenForm({ isKept, onKeep, isFirst }: TokenFormProps) {
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<string>()
  const enter = useAction(async (_key: string, given: string) => {
    await signIn({ token: given, keep: isKept })
    if (address.value.screen === undefined) goTo(hrefOf('today'), { replace: true })
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const given = token.trim()
    setProblem(given ? undefined : 'Paste an access token first.')
    if (given) enter.run(given)
  }

  const isUnknown = enter.failure?.status === 401
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <TextField
        label="Access token"
        help="Have none? Ask an admin to invite you: you get a link that signs you in."
        problem={
          isUnknown ? 'The service does not know this token. Check that all of it was copied.' : problem
        }
        type="password"
        autocomplete="off"
        spellcheck={false}
        value={token}
        onInput={setToken}
      />
      {enter.failure && !isUnknown && <Failed failure={enter.failure} />}
      <Check isOn={isKept} onChange={onKeep}>
        Keep me signed in
      </Check>
      <button type="submit" class={isFirst ? 'primary' : ''} disabled={enter.isRunning}>
        {enter.isRunning ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  )
}
