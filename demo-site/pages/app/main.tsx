import { createRoot } from 'react-dom/client'
import { HektarPage } from './hektar-page.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<HektarPage />)
