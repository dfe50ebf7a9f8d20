import { may, sessionState } from '../../api/session-state.ts'
import { Heading } from '../../parts/heading.tsx'
import { SignOut } from '../../parts/sign-out.tsx'
import { Alerts } from './alerts.tsx'
import { Invitations } from './invitations.tsx'
import { Service } from './service.tsx'
import { Tokens } from './tokens.tsx'
import { Webhooks } from './webhooks.tsx'

/** Members and tokens, webhooks, and the service's settings. */
export function SettingsScreen() {
  return (
    <>
      <Heading text="Settings" />
      <You />
      {may('admin') ? (
        <>
          <Invitations />
          <Alerts />
          <Tokens />
          <Webhooks />
        </>
      ) : (
        <p class="notice">Tokens, invitations and webhooks are for those with the role “admin”.</p>
      )}
      <Service />
    </>
  )
}

function You() {
  const now = sessionState.value
  if (now.state !== 'signed-in') return null
  const { user, organization, role } = now.session
  return (
    <section class="card" aria-labelledby="you">
      <h2 id="you">You</h2>
      <p>
        {user} of {organization}, with the role “{role}”.
      </p>
      <SignOut everywhere />
    </section>
  )
}
