import { readFileSync } from 'node:fs'
import { Rewriter } from '../edge/rewriter.ts'
import { startEdgeServer } from '../service/pages/edge-server.ts'
import { listen } from '../test/support/local-server.ts'
import { median, type PartOptions, type PartResult, type Row, show, showSpread } from './report.ts'

const changed = [
  ['h1', 'text', 'For Ada'],
  ['.card-title', 'text', 'For Ada'],
  ['header p, .lead', 'html', 'For <b>Ada</b>'],
  ['section > div > img', 'src', '/ada.svg'],
  ['a.btn', 'href', '/ada'],
] as const
const content = changed.map(([selector, type, payload]) => ({ selector, type, payload }))
const record = { pattern: 'Ada', language: 'en', content, analytics: [] }

/** Landing pages as people have them, of 15 to 40 KB: themes of Start Bootstrap. */
const themes = ['agency', 'creative', 'freelancer', 'landing-page', 'new-age', 'resume']

const pieceBytes = 16_384

/** Measures how fast the edge rewrites pages, how much memory a large one takes, and how soon the first byte of a page comes. */
export async function measure({ runs, isQuick }: PartOptions): Promise<PartResult> {
  const megabytes = isQuick ? 5 : 50
  const measured = (pages: Uint8Array[][]) => {
    rewrite(pages, megabytes) // warms up
    const all = Array.from({ length: Math.ceil(runs / 3) }, () => rewrite(pages, megabytes))
    return [all.map(({ rate }) => rate), all.map(({ memoryMb }) => memoryMb)] as const
  }
  const [rates] = measured(
    themes.map((name) => cut(readFileSync(`node_modules/startbootstrap-${name}/dist/index.html`))),
  )
  const [denseRates, memory] = measured([pageOf(megabytes)])
  const firstBytes = await measureFirstBytes(isQuick ? 20 : 500)
  const row = (what: string, toReach: string, figures: Row['figures']) => ({ what, toReach, figures })
  const dense = `a page of ${megabytes} MB, every fifth element a target`
  return {
    rows: [
      row('HTML that one core rewrites', '≥ 40 MB/s', { Motif: showSpread(rates, 'MB/s') }),
      row(dense, '', { Motif: showSpread(denseRates, 'MB/s') }),
      row('memory that it takes more', '≤ 64 MB', { Motif: showSpread(memory, 'MB') }),
      row('first byte of a personal page, record and page there at once', '≤ 5 ms', {
        Motif: showSpread(firstBytes.personal, 'ms'),
        'as a plain proxy': showSpread(firstBytes.proxied, 'ms'),
        'the origin itself': show(median(firstBytes.direct), 'ms'),
      }),
    ],
    note: 'Rewriting is bytes per processor time, compiling and garbage collection on other threads included. The HTML is six landing pages of Start Bootstrap, again and again, with five items, marks and shadow roots.',
  }
}

/** A page that repeats a section. */
function pageOf(megabytes: number): Uint8Array[] {
  const section =
    '<section class="row"><div class="card"><h2 class="card-title">A <em>heading</em></h2><p>Some text that somebody reads, and <a class="link" href="/somewhere">goes on</a>.</p><img src="/a.jpg" alt="a picture"><ul class="list"><li>one</li><li>two</li></ul></div></section>\n'
  const body = section.repeat(Math.ceil((megabytes * 1e6) / section.length))
  return cut(Buffer.from(`<!doctype html><html><head></head><body>${body}</body></html>`))
}

/** Bytes in pieces as they come over a network. */
function cut(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / pieceBytes)
  return Array.from({ length: count }, (_, at) => bytes.slice(at * pieceBytes, (at + 1) * pieceBytes))
}

/** Rewrites pages until it is so much: megabytes per second of processor time, and megabytes of memory more. */
function rewrite(pages: Uint8Array[][], megabytes: number): { rate: number; memoryMb: number } {
  const before = process.memoryUsage.rss()
  const cpu = process.cpuUsage()
  let [bytes, highest] = [0, before]
  for (let page = 0; bytes < megabytes * 1e6; page++) {
    const rewriter = new Rewriter(record, 'https://www.example.com/', { hasMarks: true, hasRoots: true })
    for (const [at, piece] of (pages[page % pages.length] ?? []).entries()) {
      bytes += piece.length
      rewriter.push(piece)
      if (at % 64 === 63) highest = Math.max(highest, process.memoryUsage.rss())
    }
    rewriter.end()
  }
  const { user, system } = process.cpuUsage(cpu)
  return { rate: bytes / (user + system), memoryMb: (highest - before) / 1e6 }
}

/** Milliseconds to the first byte of one page, in turns: with a record, by the same edge as a plain proxy, and from the origin. */
async function measureFirstBytes(rounds: number) {
  const origin = await serve('text/html', Buffer.concat(pageOf(0.03)))
  const service = await serve('application/json', JSON.stringify(record))
  const ends = { origin: origin.origin, service: service.origin, host: '127.0.0.1', port: 0 }
  const edge = await startEdgeServer(ends)
  const times = { personal: [] as number[], proxied: [] as number[], direct: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    times.personal.push(await timeToFirstByte(`${edge.url}/?pattern=Ada`))
    times.proxied.push(await timeToFirstByte(`${edge.url}/`))
    times.direct.push(await timeToFirstByte(origin.origin))
  }
  await Promise.all([origin.close(), service.close()])
  await edge.close()
  return times
}

function serve(type: string, body: string | Uint8Array) {
  return listen((_, response) => response.writeHead(200, { 'content-type': type }).end(body))
}

async function timeToFirstByte(url: string): Promise<number> {
  const began = performance.now()
  const { body } = await fetch(url)
  const reader = body?.getReader()
  await reader?.read()
  const ms = performance.now() - began
  while (!(await reader?.read())?.done);
  return ms
}
