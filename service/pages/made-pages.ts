import { setImmediate as nextTurn } from 'node:timers/promises'
import { Rewriter } from '../../edge/rewriter.ts'
import type { PageRecord } from '../../wire/record.ts'
import { fetchPage } from '../base/net/fetch-page.ts'
import { DomainError, UserError } from '../base/words/errors.ts'
import type { ContentRecords } from '../content/content-records.ts'
import type { Templates } from '../templates/templates.ts'

/** Pages as they are made for somebody, to look at before the links go out. */
export interface MadePages {
  /**
   * The template's page with this record in it, as HTML; why not, if the page cannot be read. An unknown id throws
   * `not-found`, a template without a page `unknown-template`.
   */
  make(organization: string, id: string): Promise<string>
}

interface MadePagesOptions {
  content: Pick<ContentRecords, 'get'>
  templates: Pick<Templates, 'getOrExplain'>
  allowPrivateAddresses: boolean
  now?: () => number
}

const maxBytes = 2 * 1024 * 1024
/** While one person is looked at after the other, the page itself is asked for only once. */
const freshMs = 60_000
const mostPages = 20
/** After so much of a page others have their turn. */
const chunkBytes = 65_536

/**
 * Creates the pages as they are made. The edge's own rewriting puts the words in, so no script runs, and what only a
 * browser can decide keeps the page's own words.
 */
export function createMadePages({
  content,
  templates,
  allowPrivateAddresses,
  now = Date.now,
}: MadePagesOptions): MadePages {
  const pages = new Map<string, { html: Promise<string>; at: number }>()

  function fetchOnce(url: string): Promise<string> {
    const known = pages.get(url)
    if (known && now() - known.at < freshMs) return known.html
    const html = fetchPage(url, { allowPrivateAddresses, maxBytes })
    pages.delete(url)
    pages.set(url, { html, at: now() })
    html.catch(() => pages.delete(url))
    const [oldest] = pages.keys()
    if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
    return html
  }

  return {
    async make(organization, id) {
      const record = await content.get(organization, id)
      const { page } = await templates.getOrExplain(organization, record.template)
      if (page === undefined)
        throw new DomainError('unknown-template', 'page: the template names none; add page: https://…')
      try {
        return toShow(await rewrite(await fetchOnce(page), record, page), page)
      } catch (error) {
        if (error instanceof UserError) return `<!doctype html><p>${escaped(error.message)}</p>`
        throw error
      }
    },
  }
}

async function rewrite(
  html: string,
  { pattern, language, content }: PageRecord,
  page: string,
): Promise<string> {
  const rewriter = new Rewriter({ pattern, language, content, analytics: [] }, page)
  const bytes = Buffer.from(html)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    pieces.push(...rewriter.push(bytes.subarray(at, at + chunkBytes)))
    await nextTurn()
  }
  pieces.push(...rewriter.end())
  return Buffer.concat(pieces).toString()
}

/** The page's addresses are meant as at its own place, and a policy in it knows only that place. */
function toShow(html: string, page: string): string {
  // No part of these patterns reaches beyond the next `<`, so a hostile page costs no more than another.
  const free = html.replace(/<meta\s[^<>]*>/gi, (tag) => (/content-security-policy/i.test(tag) ? '' : tag))
  const base = `<base href="${escaped(baseOf(free, page))}">`
  const head = /<head(?:\s[^<>]*)?>/i.exec(free)
  if (!head) return free.replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => doctype + base)
  const at = head.index + head[0].length
  return free.slice(0, at) + base + free.slice(at)
}

/** What the page's addresses are relative to. Its own `base` is often relative itself (`/`), to the page's place. */
function baseOf(html: string, page: string): string {
  const [, href = ''] = /<base\s[^<>]*href\s*=\s*["']?([^"'\s<>]*)/i.exec(html) ?? []
  const own = URL.parse(href.replaceAll('&amp;', '&'), page)
  return own && /^https?:$/.test(own.protocol) ? own.href : page
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
