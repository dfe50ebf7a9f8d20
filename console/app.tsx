import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Address, address, hrefOf } from './address.ts'
import { isReached, onReturn } from './api/connection.ts'
import { readSession } from './api/session.ts'
import { sessionState } from './api/session-state.ts'
import { useDraftsOf } from './parts/drafts.ts'
import { Empty } from './parts/empty.tsx'
import { Heading } from './parts/heading.tsx'
import { CampaignScreen } from './screens/campaigns/campaign.tsx'
import { CampaignsScreen } from './screens/campaigns/campaigns.tsx'
import { PeopleScreen } from './screens/people/people.tsx'
import { PersonScreen } from './screens/people/person.tsx'
import { SettingsScreen } from './screens/settings/settings.tsx'
import { SignIn } from './screens/sign-in/sign-in.tsx'
import { TemplateScreen } from './screens/templates/template.tsx'
import { TemplatesScreen } from './screens/templates/templates.tsx'
import { TodayScreen } from './screens/today/today.tsx'
import { Shell } from './shell.tsx'

/** The console: the screen that the address names; for people who are not signed in, the sign-in screen. */
export function App() {
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const read = () => readSession().catch((error: Error) => setFailure(error.message))
    read()
    return onReturn(() => sessionState.peek().state === 'unknown' && read())
  }, [])
  const now = sessionState.value
  const member = useRef('')
  if (now.state === 'signed-in') member.current = `${now.session.organization} ${now.session.user}`
  // If the session ended by itself, what was typed is kept for the same person. Anybody else begins with empty forms.
  const isKept = now.state === 'signed-out' && (now.because === 'expired' || now.because === 'another')
  const isOut = now.state === 'signed-out' && now.because === 'asked'
  useDraftsOf(isOut ? '' : member.current)
  return (
    <>
      <ConnectionNotice />
      {(now.state === 'signed-in' || isKept) && (
        <div key={member.current} hidden={isKept}>
          <Shell>
            <OpenScreen at={address.value} />
          </Shell>
        </div>
      )}
      {now.state === 'signed-out' && <SignIn />}
      {now.state === 'unknown' && failure && isReached.value && (
        <Closed>
          <p>{failure}</p>
        </Closed>
      )}
    </>
  )
}

/** In place of the console where browsers do not let it work: they neither say which page sends a request nor make keys. */
export function NeedsHttps() {
  const tunnel = `ssh -L 8080:localhost:${location.port || '80'} ${location.hostname}`
  return (
    <Closed>
      <p>
        Open the console by https://. Over http:// browsers let it work only on the machine of the service
        itself, at http://localhost.
      </p>
      <p class="quiet">
        Without https://, whoever may log in to that machine can type <code>{tunnel}</code>, and open{' '}
        <a href="http://localhost:8080/console">http://localhost:8080/console</a>.
      </p>
    </Closed>
  )
}

function Closed({ children }: { children: ComponentChildren }) {
  return (
    <main class="sign-in">
      <p class="brand">Motif</p>
      <div class="stack">
        <Heading text="The console cannot be opened" />
        {children}
      </div>
    </main>
  )
}

function OpenScreen({ at: { screen, of } }: { at: Address }) {
  if (screen === 'today') return <TodayScreen />
  if (screen === 'campaigns') return of ? <CampaignScreen key={of} id={of} /> : <CampaignsScreen />
  if (screen === 'people') return of ? <PersonScreen key={of} id={of} /> : <PeopleScreen />
  if (screen === 'templates') return of ? <TemplateScreen key={of} name={of} /> : <TemplatesScreen />
  if (screen === 'settings') return <SettingsScreen />
  return (
    <>
      <Heading text="Not found" />
      <Empty title="The console has no such page">
        <p>
          The link may be old. <a href={hrefOf('today')}>Go to Today</a>.
        </p>
      </Empty>
    </>
  )
}

/** Says that the service cannot be reached, and disappears when it can. */
function ConnectionNotice() {
  return (
    <div role="status" class={isReached.value ? '' : 'odd away'}>
      {!isReached.value &&
        'The service cannot be reached. Nothing that you typed is lost; the console keeps trying.'}
    </div>
  )
}
