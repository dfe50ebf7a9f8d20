/** @jsxImportSource preact */
import { render } from 'preact'
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { type Api, createApi, Failure } from './api.ts'
import { ContentRecord } from './record.tsx'
import { Records } from './records.tsx'
import { hrefOf, type Route, useRoute } from './route.ts'
import { session } from './session.ts'
import { SignIn } from './sign-in.tsx'
import { TemplateResults } from './template.tsx'

function Page() {
  const [token, setToken] = useState(session.read)
  const [isOpen, setOpen] = useState(false)
  const [expired, setExpired] = useState(false)
  const signIn = (accepted: string) => {
    session.keep(accepted)
    setToken(accepted)
  }
  const signOut = useCallback((because: 'asked' | 'expired') => {
    session.forget()
    setOpen(false)
    if (because === 'asked') void session.end()
    setExpired(because === 'expired')
    setToken('')
  }, [])
  const api = useMemo(() => leavingOn401(createApi(token), () => signOut('expired')), [token, signOut])
  useEffect(() => {
    if (!session.read()) void session.isOpen().then(setOpen)
  }, [])
  if (!token && !isOpen) return <SignIn expired={expired} onToken={signIn} />
  return <Signed api={api} onSignOut={() => signOut('asked')} />
}

function Signed({ api, onSignOut }: { api: Api; onSignOut: () => void }) {
  const route = useRoute()
  useTitleAndFocus(route)
  return (
    <>
      <header>
        <a class="brand" href={hrefOf({ view: 'records' })}>
          Motif results
        </a>
        <button type="button" class="plain" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <main>
        {route.view !== 'records' && (
          <nav aria-label="Breadcrumb">
            <a href={hrefOf({ view: 'records' })}>All records</a>
          </nav>
        )}
        <View api={api} route={route} />
      </main>
    </>
  )
}

function View({ api, route }: { api: Api; route: Route }) {
  if (route.view === 'content') return <ContentRecord key={route.id} api={api} id={route.id} />
  if (route.view === 'template') return <TemplateResults key={route.name} api={api} name={route.name} />
  return <Records api={api} />
}

/** A new view begins at its heading, for eyes and screen readers alike. */
function useTitleAndFocus(route: Route): void {
  useEffect(() => {
    document.title = `${route.view === 'template' ? route.name : route.view === 'content' ? 'Record' : 'Records'} – Motif results`
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [route])
}

/** The same answers; a token that is no longer valid ends the session. */
function leavingOn401(api: Api, leave: () => void): Api {
  const watched = <T,>(answer: Promise<T>) => {
    answer.catch((error) => error instanceof Failure && error.status === 401 && leave())
    return answer
  }
  return {
    list: (query, signal) => watched(api.list(query, signal)),
    content: (id, signal) => watched(api.content(id, signal)),
    template: (name, signal) => watched(api.template(name, signal)),
    events: (id, format) => watched(api.events(id, format)),
  }
}

render(<Page />, document.body)
