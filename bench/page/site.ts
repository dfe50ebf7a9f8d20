import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import { listen } from '../../test/support/local-server.ts'
import type { Contender } from '../contenders.ts'
import { startMotif } from '../motif.ts'
import { landing, landingCss, picture } from './landing.ts'
import { createNetwork } from './network.ts'

/** The landing pages and backends of all contenders and Motif's real service, behind one simulated network. */
export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts all servers. Each contender has its own origin, besides that of the pages. */
export async function startSite(contenders: Contender[]) {
  const network = createNetwork()
  let motifPort = 0
  const motifProxy = await network.proxy(() => motifPort)
  const motif = await startMotif({ PUBLIC_URL: motifProxy.origin })
  motifPort = portOf({ origin: motif.url })
  const [pattern = ''] = await motif.createRecords(1)
  const tag = (await (await fetch(`${motif.url}/tag`)).text()).trim()

  const pages = new Map<string, string>()
  const servers: Awaited<ReturnType<typeof listen>>[] = []
  const proxies = [motifProxy]
  const proxied = async (server: (typeof servers)[number]) => {
    servers.push(server)
    const proxy = await network.proxy(() => portOf(server))
    proxies.push(proxy)
    return proxy.origin
  }
  for (const contender of contenders) {
    const vendor = await proxied(await serve(backendOf(contender)))
    const head = contender.head?.({ vendor, motif: motifProxy.origin, pattern, tag }) ?? ''
    pages.set(pathOf(contender), landing(head, contender.parts))
  }
  const site = await serve(servePages(pages))
  const pagesOrigin = await proxied(site)
  const edge = await startEdgeServer({ origin: site.origin, service: motif.url, host: '127.0.0.1', port: 0 })
  const edgeProxy = await network.proxy(() => Number(new URL(edge.url).port))
  proxies.push(edgeProxy)

  return {
    network,
    /** The link to a contender's page, with the pattern. */
    urlOf: (contender: Contender) =>
      `${contender.isByEdge ? edgeProxy.origin : pagesOrigin}${pathOf(contender)}?pattern=${pattern}`,
    async [Symbol.asyncDispose]() {
      for (const proxy of proxies) proxy.close()
      await edge.close()
      await Promise.all(servers.map((server) => server.close()))
      await motif[Symbol.asyncDispose]()
    },
  }
}

const pathOf = ({ name }: Contender) => `/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

type Handler = (path: string, request: IncomingMessage, response: ServerResponse) => unknown

function servePages(pages: Map<string, string>): Handler {
  const pictures = new Map([
    ['/img/hero.svg', picture(3)],
    ['/img/wind.svg', picture(5)],
  ])
  return (path, _request, response) => {
    const html = pages.get(path)
    const image = pictures.get(path)
    if (html) return send(response, 'text/html', html)
    if (path === '/landing.css') return send(response, 'text/css', landingCss)
    if (!image) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image)
  }
}

function backendOf(contender: Contender): Handler {
  return async (path, request, response) => {
    const allowed = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
    }
    const answer = request.method === 'OPTIONS' ? undefined : await contender.answer?.(path)
    if (answer) send(response, answer.type ?? 'application/json', answer.body, allowed)
    else response.writeHead(request.method === 'OPTIONS' ? 204 : 404, allowed).end()
  }
}

const compressed = new Map<string, Buffer>()

function send(response: ServerResponse, type: string, text: string, headers: Record<string, string> = {}) {
  const body = compressed.get(text) ?? brotliCompressSync(text)
  compressed.set(text, body)
  response
    .writeHead(200, {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'public, max-age=3600',
    })
    .end(body)
}

function serve(handle: Handler) {
  return listen((request, response) => {
    void handle((request.url ?? '/').replace(/[?#].*/, ''), request, response)
  })
}

const portOf = ({ origin }: { origin: string }) => Number(new URL(origin).port)
