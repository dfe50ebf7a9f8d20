import { startLocalServer } from '../../support/local-server.ts'

/** A page of its own origin, as a template's is. */
export function startLandingPage(page = { tag: '' }) {
  return startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Launch</title>${page.tag}<h1>Launch</h1>`)
  })
}
