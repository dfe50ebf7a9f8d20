import type { TextDecoder } from 'node:util'
import { Parser } from 'htmlparser2'
import { encodingBytes, pageDecoder } from '../../base/net/fetch-page.ts'

/** The machine-readable data of a page. */
export interface PageData {
  /** The content of meta tags by `property` or `name` in lower case. The first of each name counts. */
  meta: ReadonlyMap<string, string>
  /** All valid JSON-LD blocks. */
  jsonLd: readonly unknown[]
}

/** The parser searches its open elements at each end tag: without a limit, a page of 2 MB could take minutes. */
const deepestNesting = 1000
const longestMeta = 4000
const longestJsonLd = 300_000
const mostJsonLd = 20

/**
 * Reads a page from a stream. Where the page is cut off, broken or nested too deep, it returns what it has read so far.
 */
export async function readPageData(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<PageData> {
  const collector = createCollector()
  let decoder: TextDecoder | undefined
  for await (const chunk of withWholeStart(chunks)) {
    decoder ??= pageDecoder(chunk, contentType)
    collector.write(decoder.decode(chunk, { stream: true }))
    if (collector.isTooDeep()) break
  }
  return collector.end()
}

/** The chunks, the first of which has all bytes that say in which encoding the page is. */
async function* withWholeStart(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    if (start.length >= encodingBytes) yield chunk
    else {
      start = Buffer.concat([start, chunk])
      if (start.length >= encodingBytes) yield start
    }
  }
  if (start.length < encodingBytes) yield start
}

function createCollector() {
  const meta = new Map<string, string>()
  const jsonLd: unknown[] = []
  let attributes = new Map<string, string>()
  let script = ''
  let isInScript = false
  let depth = 0
  // Reads attributes one by one: the parser's object of them takes seconds for a tag with a million attributes.
  const parser = new Parser({
    onopentagname(name) {
      depth++
      isInScript = name === 'script'
      attributes = new Map()
    },
    onattribute(name, value) {
      if (readAttributes.has(name)) attributes.set(name, value)
    },
    ontext(text) {
      if (isInScript && script.length <= longestJsonLd) script += text
    },
    onclosetag(name) {
      depth--
      if (name === 'meta') keepMeta(meta, attributes)
      if (!isInScript) return
      if (isJsonLd(attributes) && jsonLd.length < mostJsonLd && script.length <= longestJsonLd)
        jsonLd.push(...parsed(script))
      script = ''
      isInScript = false
    },
  })
  const isTooDeep = () => depth > deepestNesting
  return {
    isTooDeep,
    write(text: string) {
      // In pieces, so that the limit also applies within a chunk.
      for (let at = 0; at < text.length && !isTooDeep(); at += 2000) parser.write(text.slice(at, at + 2000))
    },
    end(): PageData {
      if (!isTooDeep()) parser.end()
      return { meta, jsonLd }
    },
  }
}

const readAttributes = new Set(['property', 'name', 'content', 'type'])

function isJsonLd(attributes: ReadonlyMap<string, string>): boolean {
  return /^\s*application\/ld\+json\b/i.test(attributes.get('type') ?? '')
}

function keepMeta(meta: Map<string, string>, attributes: ReadonlyMap<string, string>): void {
  const key = (attributes.get('property') ?? attributes.get('name'))?.trim().toLowerCase()
  const content = attributes.get('content')
  if (key && content?.trim() && !isGarbled(content) && meta.size < 200 && !meta.has(key))
    meta.set(key, content.slice(0, longestMeta))
}

/** Whether a text is not in the encoding that its page says: nobody is called `M\u{fffd}ller`. */
export function isGarbled(text: string): boolean {
  return text.includes('\u{fffd}')
}

/** The parsed block as a list of one; empty where it is not JSON. */
function parsed(script: string): unknown[] {
  try {
    return [JSON.parse(script)]
  } catch {
    return []
  }
}
