import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Rewriter } from '../../edge/rewriter.ts'
import type { PageRecord } from '../../wire/record.ts'
import { optionalText } from '../base/http/schemas/fields.ts'
import { idOf, operationsOf, readFile, serve } from '../base/http/schemas/operation.ts'
import { fetchPage } from '../base/net/fetch-page.ts'
import { UserError } from '../base/words/errors.ts'
import { escapeHtml } from '../base/words/html.ts'
import type { ContentRecords } from '../content/content-records.ts'
import { templateParams } from '../templates/operations.ts'
import { pageOf, type TemplateItem } from '../templates/template.ts'
import type { Templates } from '../templates/templates.ts'
import { type Mark, markUp } from './marks.ts'

const shown = {
  files: ['text/html'],
  role: 'viewer',
  description: 'The page as HTML, without scripts; it measures nothing',
  errors: [40003],
} as const
const numbers = optionalText('`true`: each element that the template changes has a frame and its number')
const read = optionalText(
  '`ITEM:PERCENT:LABEL,…`: measured elements are coloured, stronger by percent, with a label',
)

/** The operations that show a template's page: as it is, and as it is made for somebody. */
export const madePageOperations = operationsOf('Review', {
  getMadePage: readFile({
    ...shown,
    path: '/content/:id/page',
    params: { id: idOf('content') },
    querystring: Type.Object({ numbers, read }),
    summary: 'The template’s page with this content in it, as it is without running scripts',
  }),
  getOriginalPage: readFile({
    ...shown,
    path: '/templates/:name/original',
    params: templateParams,
    querystring: Type.Object({ numbers }),
    summary: 'The template’s page as it is without Motif, and without running scripts',
  }),
})

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

/** The only script that runs. */
const unlessSeen = `{const {previousElementSibling: remark} = document.currentScript
if (document.querySelector('body :is(h1,h2,h3,p,a,li,img)')) remark.remove()
else parent.postMessage(remark.textContent, '*')}`

/**
 * Somebody else's page at the service's own address: it has no origin, so it can read nothing here, none of its scripts runs,
 * and only the console frames it. With `allow-scripts` its `<noscript>` is not shown.
 */
const policy = [
  'sandbox allow-scripts',
  `script-src 'sha256-${createHash('sha256').update(unlessSeen).digest('base64')}'`,
  "object-src 'none'",
  "frame-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/**
 * Registers `GET /content/{id}/page`, the template's page with a record in it, and `GET /templates/{name}/original`, without
 * one. The edge's own rewriting puts the words in, so no script runs, and what only a browser can decide keeps the page's own words.
 */
export function madePageRoutes(app: FastifyInstance, options: MadePagesOptions): void {
  const { content, templates, allowPrivateAddresses } = options
  const pages = new LRUCache<string, string>({
    max: mostPages,
    ttl: freshMs,
    fetchMethod: (url) => fetchPage(url, { allowPrivateAddresses, maxBytes }),
  })

  serve(app, madePageOperations.getMadePage, async ({ owner, params, query }, reply) => {
    const record = await content.get(owner.organization, params.id)
    const template = await templates.getOrExplain(owner.organization, record.template)
    const marks = [
      ...(query.numbers === 'true' ? numbersOf(template.content) : []),
      ...readMarks(query.read ?? '', record.analytics),
    ]
    return answer(reply, pageOf(template), marks, record)
  })

  serve(app, madePageOperations.getOriginalPage, async ({ owner, params, query }, reply) => {
    const template = await templates.getOrExplain(owner.organization, params.name)
    return answer(reply, pageOf(template), query.numbers === 'true' ? numbersOf(template.content) : [])
  })

  /** Answers with a page that has a record in it; without one, with the page as it is now. */
  async function answer(reply: FastifyReply, page: string, marks: Mark[], record?: PageRecord) {
    const end = markUp(marks) + remark('No preview: this page is drawn by its scripts')
    const html = await pages.fetch(page, { forceRefresh: !record }).then(
      async (found = '') => toShow(record ? await rewrite(found, record, page) : found, page) + end,
      (error) => {
        if (error instanceof UserError) return `<!doctype html>${remark(error.message)}`
        throw error
      },
    )
    reply.header('Content-Security-Policy', policy)
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Referrer-Policy', 'no-referrer')
    return reply.type('text/html; charset=utf-8').send(html)
  }
}

/** The end of a page: if there is nothing to see in it, these words. The console shows them itself, so it is told them. */
function remark(words: string): string {
  return `<motif-remark style="position:absolute;top:0;left:0;padding:1em;font:16px system-ui;color:#6b6b75">${escapeHtml(words)}</motif-remark><script>${unlessSeen}</script>`
}

/** The elements that a template changes, by the positions of its items: two items of one element are `1, 2`. */
function numbersOf(items: readonly TemplateItem[]): Mark[] {
  const bySelector = Map.groupBy(items.keys(), (at) => items[at]?.selector ?? '')
  return [...bySelector].map(([selector, at]) => ({ selector, label: at.map((each) => each + 1).join(', ') }))
}

/** What somebody read, as `hero:20:12 s,pricing:100:48 s`. Items that the record does not measure are left out. */
function readMarks(text: string, measured: PageRecord['analytics']): Mark[] {
  return text.split(',').flatMap((each) => {
    const [id, percent, label = ''] = each.split(':')
    const selector = measured.find((item) => item.id === id)?.selector
    return selector ? [{ selector, label, percent: Math.min(100, Math.max(0, Number(percent) || 0)) }] : []
  })
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
    pieces.push(rewriter.push(bytes.subarray(at, at + chunkBytes)))
    await nextTurn()
  }
  pieces.push(rewriter.end())
  return Buffer.concat(pieces).toString()
}

/** The page's addresses are meant as at its own place or its own `base`, and a policy in it knows only that place. */
function toShow(html: string, page: string): string {
  // No part of these patterns reaches beyond the next `<`, so a hostile page costs no more than another.
  const free = html.replace(/<meta\s[^<>]*content-security-policy[^<>]*>/gi, '')
  const [, own = ''] = /<base\s[^<>]*href\s*=\s*["']?([^"'\s<>]*)/i.exec(free) ?? []
  const base = `<base href="${escapeHtml(URL.parse(own.replaceAll('&amp;', '&'), page)?.href ?? page)}">`
  const begin = /<head(?:\s[^<>]*)?>/i.exec(free) ?? /^\s*<!doctype[^>]*>/i.exec(free)
  const at = begin ? begin.index + begin[0].length : 0
  return free.slice(0, at) + base + free.slice(at)
}
