import { useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Frame } from './frame.tsx'
import { Overview } from './overview.tsx'
import { usePath } from './router.tsx'
import { Visit } from './visit.tsx'

const routes: Readonly<Record<string, () => React.JSX.Element>> = {
  '/app': Overview,
  '/app/visit': Visit,
}

function App() {
  const path = usePath().replace(/(.)\/$/, '$1')
  const Route = routes[path] ?? Overview
  usePersonalRoutes(path)
  return (
    <Frame path={path}>
      <Route key={path} />
    </Frame>
  )
}

/** Motif personalises the path of the link only. Here all routes are meant, so it is started on each, before that is painted. */
function usePersonalRoutes(path: string): void {
  const before = useRef(path)
  useLayoutEffect(() => {
    if (path === before.current) return
    before.current = path
    if (new URLSearchParams(location.search).has('pattern')) window.motif?.start()
  }, [path])
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
