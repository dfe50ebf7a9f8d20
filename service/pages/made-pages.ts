import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
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
export function createMadePages({ content, templates, allowPrivateAddresses }: MadePagesOptions): MadePages {
  const pages = new LRUCache<string, string>({
    max: mostPages,
    ttl: freshMs,
    fetchMethod: (url) => fetchPage(url, { allowPrivateAddresses, maxBytes }),
  })

  return {
    async make(organization, id) {
      const record = await content.get(organization, id)
      const { page } = await templates.getOrExplain(organization, record.template)
      if (page === undefined)
        throw new DomainError('unknown-template', 'page: the template names none; add page: https://…')
      try {
        return toShow(await rewrite((await pages.fetch(page)) ?? '', record, page), page)
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

/** The page's addresses are meant as at its own place or its own `base`, and a policy in it knows only that place. */
function toShow(html: string, page: string): string {
  // No part of these patterns reaches beyond the next `<`, so a hostile page costs no more than another.
  const free = html.replace(/<meta\s[^<>]*content-security-policy[^<>]*>/gi, '')
  const [, own = ''] = /<base\s[^<>]*href\s*=\s*["']?([^"'\s<>]*)/i.exec(free) ?? []
  const base = `<base href="${escaped(URL.parse(own.replaceAll('&amp;', '&'), page)?.href ?? page)}">`
  const begin = /<head(?:\s[^<>]*)?>/i.exec(free) ?? /^\s*<!doctype[^>]*>/i.exec(free)
  const at = begin ? begin.index + begin[0].length : 0
  return free.slice(0, at) + base + free.slice(at)
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
