import type { ComponentChildren } from 'preact'
import { address, hrefOf, type Screen } from './address.ts'
import { sessionState } from './api/session-state.ts'
import { Help } from './help/help.tsx'
import { Icon } from './parts/icon.tsx'
import { SignOut } from './parts/sign-out.tsx'

const titles: Record<Screen, string> = {
  today: 'Today',
  campaigns: 'Campaigns',
  people: 'People',
  templates: 'Templates',
  settings: 'Settings',
}

/** The frame of every screen: navigation, who is signed in, sign-out. */
export function Shell({ children }: { children: ComponentChildren }) {
  return (
    <div class="shell">
      <a class="skip visually-hidden" href="#screen">
        Skip to the content
      </a>
      <header>
        <a class="brand" href={hrefOf('today')}>
          Motif
        </a>
        <Navigation />
        <Account />
        <Help />
      </header>
      <main id="screen" class="stack" tabIndex={-1}>
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

/** Who is signed in. The first start gives the organization and its user one name, which is said once. */
function Account() {
  const now = sessionState.value
  const { user = '', organization = '' } = now.state === 'signed-in' ? now.session : {}
  return (
    <div class="account small">
      <p>
        {user} {organization !== user && <span class="quiet">{organization}</span>}
      </p>
      <SignOut className="plain" />
    </div>
  )
}
