import { createRoot } from 'react-dom/client'
import { Estimate } from './estimate.tsx'
import { Frame } from './frame.tsx'
import { Overview } from './overview.tsx'
import { usePath } from './router.tsx'
import { Visit } from './visit.tsx'

const routes: Readonly<Record<string, () => React.JSX.Element>> = {
  '/app': Overview,
  '/app/estimate': Estimate,
  '/app/visit': Visit,
}

function App() {
  const path = usePath().replace(/(.)\/$/, '$1')
  const Route = routes[path] ?? Overview
  return (
    <Frame path={path}>
      <Route key={path} />
    </Frame>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
