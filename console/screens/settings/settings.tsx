import { useState } from 'preact/hooks'
import { may, sessionState } from '../../api/session-state.ts'
import { Heading } from '../../parts/heading.tsx'
import { SignOut } from '../../parts/sign-out.tsx'
import { State } from '../../parts/state.tsx'
import { Tabs, tabInAddress } from '../../parts/tabs.tsx'
import { Alerts } from './alerts.tsx'
import { Assistants } from './assistants.tsx'
import { HubspotConnection } from './connections.tsx'
import { MondayReport } from './monday-report.tsx'
import { Service } from './service.tsx'
import { Team } from './team.tsx'
import { Tokens } from './tokens.tsx'
import { Webhooks } from './webhooks.tsx'

const tabs = {
  all: 'Everything',
  team: 'Team',
  alerts: 'Alerts',
  connections: 'Connections',
  assistants: 'Assistants',
  developers: 'Developers',
}

/** The team, alerts, what programs need, and the service's settings. */
export function SettingsScreen() {
  /** How many assistants were connected here. With each, the list of tokens is read again. */
  const [connected, setConnected] = useState(0)
  const tab = tabInAddress(tabs)
  const shows = (part: keyof typeof tabs) => tab === 'all' || tab === part
  return (
    <>
      <Heading text="Settings" />
      <You />
      {may('admin') ? (
        <>
          <div class="parts">
            <Tabs label="Parts of the settings" tabs={tabs} />
          </div>
          {shows('team') && <Team />}
          {shows('alerts') && <Alerts />}
          {shows('connections') && <HubspotConnection />}
          {shows('assistants') && <Assistants onConnected={() => setConnected((before) => before + 1)} />}
          {shows('developers') && (
            <section class="stack" aria-labelledby="developers">
              <h2 id="developers">Developers</h2>
              <Tokens key={connected} />
              <Webhooks />
              <Service />
            </section>
          )}
        </>
      ) : (
        <p class="notice">The team, alerts, tokens and webhooks are for those with the role “admin”.</p>
      )}
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
        <strong>{user}</strong>
        {organization !== user && `, ${organization}`} <State>{role}</State>
      </p>
      <MondayReport />
      <details>
        <summary>More</summary>
        <SignOut everywhere />
      </details>
    </section>
  )
}
