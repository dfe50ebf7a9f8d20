import type { ReactNode } from 'react'
import { Link } from './router.tsx'

/** What stands around every route: the bar with its links, and the title block. */
export function Frame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <header className="bar">
        <Link to="/app" className="brand">
          <img src="/app/mark.svg" width="28" height="28" alt="" />
          Hektar
        </Link>
        <nav aria-label="Pages">
          <Link to="/app" current={path === '/app'}>
            Survey
          </Link>
          <Link to="/app/visit" className="go" current={path === '/app/visit'}>
            Book a flight
          </Link>
        </nav>
      </header>
      <main>{children}</main>
      <footer className="block">
        <p>
          <small>Drawn by</small> Hektar Vermessung
        </p>
        <p>
          <small>Write to</small> <a href="mailto:survey@hektar.example">survey@hektar.example</a>
        </p>
      </footer>
    </>
  )
}
