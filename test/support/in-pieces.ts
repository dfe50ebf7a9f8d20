import { setTimeout as wait } from 'node:timers/promises'
import { type LocalServer, startLocalServer } from './local-server.ts'

/** A frame and a little: what has come is painted before the next comes. */
const betweenMs = 20

/**
 * Serves a site of this machine such that the body of each of its pages comes bit by bit, as by a network that stalls: tag
 * by tag if nothing is said of where to cut.
 */
export function serveInPieces(site: string, cut = /(?<=>)/): Promise<LocalServer> {
  return startLocalServer(async ({ path }, response) => {
    const answer = await fetch(new URL(path, site))
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return void response.end(await answer.bytes())
    const [head = '', body = ''] = (await answer.text()).split(/(?<=<\/head>)/)
    response.write(head)
    for (const piece of body.split(cut)) {
      await wait(betweenMs)
      response.write(piece)
    }
    response.end()
  })
}
