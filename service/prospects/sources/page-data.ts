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
const readAttributes = new Set(['property', 'name', 'content', 'type'])

/** Reads a page from a stream. Where it is cut off, broken or nested too deep, it returns what it has read so far. */
export async function readPageData(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<PageData> {
  const meta = new Map<string, string>()
  const jsonLd: unknown[] = []
  let attributes: Record<string, string> = {}
  let script = ''
  let isInScript = false
  let depth = 0
  // Reads attributes one by one: the parser's object of them takes seconds for a tag with a million attributes.
  const parser = new Parser({
    onopentagname(name) {
      depth++
      isInScript = name === 'script'
      attributes = {}
    },
    onattribute(name, value) {
      if (readAttributes.has(name)) attributes[name] = value
    },
    ontext(text) {
      if (isInScript) script += text
    },
    onclosetag(name) {
      depth--
      const { property, name: named = '', content = '', type = '' } = attributes
      const key = (property ?? named).trim().toLowerCase()
      const isSaid = name === 'meta' && key && content.trim() && !isGarbled(content)
      if (isSaid && !meta.has(key)) meta.set(key, content)
      if (isInScript && /^\s*application\/ld\+json\b/i.test(type)) jsonLd.push(...parsed(script))
      script = ''
      isInScript = false
    },
  })
  for await (const text of decoded(chunks, contentType)) {
    // In pieces, so that the limit also applies within a chunk.
    for (let at = 0; at < text.length && depth <= deepestNesting; at += 2000)
      parser.write(text.slice(at, at + 2000))
    if (depth > deepestNesting) return { meta, jsonLd }
  }
  parser.end()
  return { meta, jsonLd }
}

async function* decoded(chunks: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  // The bytes that say in which encoding the page is.
  let start: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    if (decoder) yield decoder.decode(chunk, { stream: true })
    else {
      start = Buffer.concat([start, chunk])
      if (start.length < encodingBytes) continue
      decoder = pageDecoder(start, contentType)
      yield decoder.decode(start, { stream: true })
    }
  }
  if (!decoder) yield pageDecoder(start, contentType).decode(start)
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
