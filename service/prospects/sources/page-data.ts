import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'

/** The machine-readable data of a page. */
export interface PageData {
  /** The content of meta tags by `property` or `name` in lower case. The first of each name counts. */
  meta: ReadonlyMap<string, string>
  /** All valid JSON-LD blocks. */
  jsonLd: readonly unknown[]
}

/** The parser searches its open elements at each end tag: without a limit, a page of 2 MB could take minutes. */
const deepestNesting = 1000
/** So many characters take some 10 ms, after which others have their turn. */
const pieceLength = 64 * 1024
const readAttributes = new Set(['property', 'name', 'content', 'type'])

/** Reads a page. Where it is cut off, broken or nested too deep, it returns what it has read so far. */
export async function readPageData(html: string): Promise<PageData> {
  const meta = new Map<string, string>()
  const jsonLd: unknown[] = []
  let attributes: Record<string, string> = {}
  let text = ''
  let depth = 0
  // Reads attributes one by one: the parser's object of them takes seconds for a tag with a million attributes.
  const parser = new Parser({
    onopentagname() {
      if (++depth > deepestNesting) parser.pause()
      attributes = {}
      text = ''
    },
    onattribute(name, value) {
      if (readAttributes.has(name)) attributes[name] = value
    },
    ontext(part) {
      text += part
    },
    onclosetag(name) {
      depth--
      const { property, name: named = '', content = '', type = '' } = attributes
      const key = (property ?? named).trim().toLowerCase()
      const isSaid = name === 'meta' && key && content.trim() && !isGarbled(content)
      if (isSaid && !meta.has(key)) meta.set(key, content)
      if (name === 'script' && /^\s*application\/ld\+json\b/i.test(type)) jsonLd.push(...parsed(text))
    },
  })
  for (let at = 0; at < html.length; at += pieceLength) {
    parser.write(html.slice(at, at + pieceLength))
    await nextTurn()
  }
  parser.end()
  return { meta, jsonLd }
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
