import { realPages } from '../../test/edge/pages/real-pages.ts'
import { rewriters } from './rewriters.ts'

/**
 * `node bench/edge/rewrite.ts NAME MEGABYTES`: rewrites real pages one after the other, then one page of this many megabytes, in
 * chunks of 16 KB, and prints the figures. Each rewriter runs in a process of its own.
 */
const [name = '', megabytes = '50'] = process.argv.slice(2)
const rewrite = await rewriters[name]?.()
if (!rewrite) throw new Error(`There is no rewriter "${name}".`)

const pieceBytes = 16_384
const pages = (await realPages(100)).map(({ bytes }) => cut(bytes))
const pagesBytes = pages.flat().reduce((sum, { length }) => sum + length, 0)
const wanted = Number(megabytes) * 1e6

await forBytes(wanted / 2)
const cpu = process.cpuUsage()
const took = await forBytes(wanted)
const { user, system } = process.cpuUsage(cpu)
const large = await oneLargePage()
console.log(JSON.stringify({ megabytesPerSecond: took / (user + system), ...large }))

/** Rewrites pages until this many bytes were processed. */
async function forBytes(wanted: number): Promise<number> {
  let bytes = 0
  for (; bytes < wanted; bytes += pagesBytes) for (const page of pages) await rewrite?.(page)
  return bytes
}

/** One page that repeats the body of a real one. */
async function oneLargePage() {
  const pieces = largePage()
  const before = process.memoryUsage().rss
  let highest = before
  const watched = pieces.map((piece, place) => ({ piece, isLookedAt: place % 64 === 0 }))
  const cpu = process.cpuUsage()
  const seen = {
    *[Symbol.iterator]() {
      for (const { piece, isLookedAt } of watched) {
        yield piece
        if (isLookedAt) highest = Math.max(highest, process.memoryUsage.rss())
      }
    },
  }
  await rewrite?.(seen as unknown as Uint8Array[])
  const { user, system } = process.cpuUsage(cpu)
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  return { largeMegabytesPerSecond: bytes / (user + system), largeMemoryMb: (highest - before) / 1e6 }
}

function largePage(): Uint8Array[] {
  const section =
    '<section class="row"><div class="col-md-6 card" id="c"><h2 class="card-header title">A <em>heading</em></h2><p>Some text that somebody reads, and <a class="link" href="/somewhere">goes on</a>.</p><img src="/a.jpg" alt="a picture" width="300" height="200"><ul class="list">\n  <li class="item">one</li>\n  <li class="item">two</li>\n</ul></div></section>\n'
  const head = '<!doctype html><html><head><title>Large</title></head><body>\n'
  const body = section.repeat(Math.ceil(wanted / section.length))
  return cut(new TextEncoder().encode(`${head}${body}</body></html>`))
}

function cut(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.slice(at, at + pieceBytes))
  return pieces
}
