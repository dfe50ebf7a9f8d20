import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Pieces extends AsyncDisposable {
  /** The link to the same page by way of this server. */
  urlOf(url: string): string
}

/** A frame and a little: what has come is painted before the next comes. */
const betweenMs = 20

/** Serves a site of this machine such that the body of each of its pages comes tag by tag, as by a network that stalls. */
export async function serveInPieces(site: string): Promise<Pieces> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(`${request.url}`, site))
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return response.end(await answer.bytes())
    const [head = '', body = ''] = (await answer.text()).split(/(?<=<\/head>)/)
    response.write(head)
    for (const piece of body.split(/(?<=>)/)) {
      await wait(betweenMs)
      response.write(piece)
    }
    return response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (url) => url.replace(new URL(url).origin, `http://127.0.0.1:${port}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
