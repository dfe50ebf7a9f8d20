import { render } from 'preact'
import { followLinks } from './address.ts'
import { followOtherTabs } from './api/session.ts'
import { App, NeedsHttps } from './app.tsx'
import { warnBeforeLeaving } from './parts/drafts.ts'
import { keepPlace } from './parts/keep-place.ts'
import { scrollBack } from './scroll-back.ts'

followLinks()
followOtherTabs()
scrollBack()
warnBeforeLeaving()
keepPlace()
render(isSecureContext ? <App /> : <NeedsHttps />, document.body)
