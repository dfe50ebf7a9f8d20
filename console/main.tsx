import { render } from 'preact'
import { followLinks } from './address.ts'
import { App } from './app.tsx'
import { warnBeforeLeaving } from './parts/drafts.ts'

followLinks()
warnBeforeLeaving()
render(<App />, document.body)
