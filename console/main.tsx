import { render } from 'preact'
import { followLinks } from './address.ts'
import { App } from './app.tsx'

followLinks()
render(<App />, document.body)
