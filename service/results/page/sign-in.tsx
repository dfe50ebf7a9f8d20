/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { createApi, type Failure } from './api.ts'

/** Asks for a token, and hands it on once the service has taken it. */
export function SignIn({ expired, onToken }: { expired: boolean; onToken: (token: string) => void }) {
  const [problem, setProblem] = useState(
    expired ? 'The token is no longer valid. Sign in with another one.' : '',
  )
  const [asking, setAsking] = useState(false)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const token = String(new FormData(event.target as HTMLFormElement).get('token')).trim()
    setAsking(true)
    setProblem(await problemWith(token))
    setAsking(false)
  }

  async function problemWith(token: string): Promise<string> {
    if (!token) return 'Paste a token first.'
    try {
      await createApi(token).list({ search: '', sort: '-created' })
      onToken(token)
      return ''
    } catch (error) {
      const { status, message } = error as Failure
      return status === 401
        ? 'The service does not know this token. Check that all of it was copied.'
        : message
    }
  }

  return (
    <main class="sign-in">
      <form onSubmit={submit} noValidate>
        <h1 tabIndex={-1}>Results</h1>
        <p>See what your prospects looked at, clicked and read.</p>
        <label for="token">Access token</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          aria-describedby="token-help"
          aria-invalid={problem !== ''}
          aria-errormessage="token-problem"
        />
        <p id="token-problem" class="problem" role="alert">
          {problem}
        </p>
        <button type="submit" disabled={asking}>
          {asking ? 'Signing in…' : 'Sign in'}
        </button>
        <p id="token-help" class="quiet">
          The token that your operator gave you. It is kept for this tab only and gone when you close it.
        </p>
      </form>
    </main>
  )
}
