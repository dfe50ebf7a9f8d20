import { startLocalServer } from '../../support/local-server.ts'

/** Serves a page from another origin than the console's, as a customer's page is. */
export function startLandingPage(page = { tag: '' }) {
  return startLocalServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Launch</title>${page.tag}<h1>Launch</h1>`)
  })
}
