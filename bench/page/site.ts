import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { startEdgeServer } from '../../service/pages/edge-server.ts'
import type { Contender, Places } from '../contenders/contender.ts'
import { startMotif } from '../support/motif-process.ts'
import { createRecord, templatesDir } from '../support/record.ts'
import { type Landing, landingCss, picture } from './landing.ts'
import { createNetwork, type Network } from './network.ts'

/** A landing page, the backends of all contenders and Motif's real service, behind one simulated network. */
export interface Site extends AsyncDisposable {
  network: Network
  /** The link to a contender's page, with the pattern. */
  urlOf(contender: Contender): string
}

/** Starts all servers. Each contender has an origin of its own, besides that of the pages. */
export async function startSite(landing: Landing, contenders: Contender[]): Promise<Site> {
  const network = createNetwork()
  let motifPort = 0
  const motifProxy = await network.proxy(() => motifPort)
  const motif = await startMotif({ PUBLIC_URL: motifProxy.origin, TEMPLATES_DIR: templatesDir })
  motifPort = motif.port
  const pattern = await createRecord(motif)
  const templateTag = (await (await fetch(`${motif.url}/tag?template=bench`)).text()).trim()

  const vendors = await Promise.all(contenders.map((contender) => listen(backendOf(contender))))
  const vendorProxies = await Promise.all(vendors.map((server) => network.proxy(() => portOf(server))))
  const pages = await listen(
    servePages(
      new Map(
        contenders.map((contender, at) => {
          const vendor = vendorProxies[at]?.origin ?? ''
          return [
            pathOf(contender),
            htmlOf(landing, contender, { vendor, motif: motifProxy.origin, pattern, templateTag }),
          ]
        }),
      ),
      landing.scripts,
    ),
  )
  const pagesProxy = await network.proxy(() => portOf(pages))
  const edge = await startEdgeServer({
    origin: `http://127.0.0.1:${portOf(pages)}`,
    service: motif.url,
    host: '127.0.0.1',
    port: 0,
  })
  const edgeProxy = await network.proxy(() => Number(new URL(edge.url).port))

  return {
    network,
    urlOf: (contender) => {
      const { origin } = contender.isByEdge ? edgeProxy : pagesProxy
      return `${origin}${pathOf(contender)}${contender.isUninvited ? '' : `?pattern=${pattern}`}`
    },
    [Symbol.asyncDispose]: async () => {
      for (const proxy of [pagesProxy, edgeProxy, motifProxy, ...vendorProxies]) proxy.close()
      await edge.close()
      for (const server of [pages, ...vendors]) server.close()
      await motif[Symbol.asyncDispose]()
    },
  }
}

const htmlOf = (landing: Landing, { head, parts }: Contender, places: Places) =>
  landing.html(head?.(places) ?? '', parts)
const pathOf = ({ name }: Contender) => `/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

function servePages(pages: Map<string, string>, scripts: Landing['scripts']): Handler {
  const pictures = new Map([
    ['/img/hero.svg', picture(3)],
    ['/img/wind.svg', picture(5)],
  ])
  return (path, _request, response) => {
    const html = pages.get(path)
    const image = pictures.get(path)
    const script = scripts.get(path)
    if (html) return send(response, 'text/html', html)
    if (script) return send(response, 'text/javascript', script)
    if (path === '/landing.css') return send(response, 'text/css', landingCss)
    if (!image) return response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': 'image/svg+xml', 'content-length': Buffer.byteLength(image) })
      .end(image)
  }
}

function backendOf(contender: Contender): Handler {
  return async (path, request, response) => {
    const allowed = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
    }
    if (request.method === 'OPTIONS') return response.writeHead(204, allowed).end()
    const body = Buffer.concat(await request.toArray()).toString()
    const answer = await contender.answer?.(path, body)
    if (answer) send(response, answer.type ?? 'application/json', answer.body, allowed)
    else response.writeHead(404, allowed).end()
  }
}

type Handler = (path: string, request: IncomingMessage, response: ServerResponse) => unknown

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

async function listen(handle: Handler): Promise<Server> {
  const server = createServer((request, response) => {
    void handle((request.url ?? '/').replace(/[?#].*/, ''), request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const portOf = (server: Server) => (server.address() as AddressInfo).port
