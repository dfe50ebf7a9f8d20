import type { ComponentChildren } from 'preact'
import { useCallback } from 'preact/hooks'
import { address, hrefOf, type Screen } from './address.ts'
import { signOut } from './api/session.ts'
import { sessionState } from './api/session-state.ts'
import { Icon } from './parts/icon.tsx'
import { useAction } from './parts/use-action.ts'

const titles: Record<Screen, string> = {
  today: 'Today',
  campaigns: 'Campaigns',
  people: 'People',
  templates: 'Templates',
  settings: 'Settings',
}

/** What stands around every screen: the way to the others, who is signed in, the way out. */
export function Shell({ children }: { children: ComponentChildren }) {
  return (
    <div class="shell">
      <a class="skip" href="#screen">
        Skip to the content
      </a>
      <header>
        <a class="brand" href={hrefOf('today')}>
          Motif
        </a>
        <Navigation />
        <Account />
      </header>
      <main id="screen" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function Navigation() {
  const open = address.value.screen
  return (
    <nav class="screens" aria-label="Screens">
      {(Object.keys(titles) as Screen[]).map((screen) => (
        <a key={screen} href={hrefOf(screen)} aria-current={screen === open ? 'page' : undefined}>
          <Icon name={screen} />
          {titles[screen]}
        </a>
      ))}
    </nav>
  )
}

function Account() {
  const leave = useAction(useCallback(() => signOut(), []))
  const now = sessionState.value
  return (
    <div class="account">
      {now.state === 'signed-in' && (
        <p>
          {now.session.user} <span class="quiet">{now.session.organization}</span>
        </p>
      )}
      <button type="button" class="plain" disabled={leave.isRunning} onClick={leave.run}>
        Sign out
      </button>
    </div>
  )
}
