import type { FastifyInstance } from 'fastify'
import { idOf, operationsOf, readFile, serve } from '../base/http/schemas/operation.ts'
import type { MadePages } from './made-pages.ts'

/** The operation that shows a page as it is made. */
export const madePageOperations = operationsOf('Review', {
  getMadePage: readFile({
    files: ['text/html'],
    path: '/content/:id/page',
    role: 'viewer',
    params: { id: idOf('content') },
    summary: 'The template’s page with this content in it, as it is without running scripts',
    description: 'The page as HTML, without scripts; it measures nothing',
    errors: [40003],
  }),
})

/**
 * Somebody else's page at the service's own address: it has no origin, so it can read nothing here, no script of it runs,
 * and only the console frames it. `allow-scripts` is for `<noscript>`, which is not shown then.
 */
const policy = [
  'sandbox allow-scripts',
  "script-src 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Registers `GET /content/{id}/page`. */
export function madePageRoutes(app: FastifyInstance, pages: MadePages): void {
  serve(app, madePageOperations.getMadePage, async ({ owner, params }, reply) => {
    const html = await pages.make(owner.organization, params.id)
    reply.header('Content-Security-Policy', policy)
    reply.header('X-Content-Type-Options', 'nosniff')
    reply.header('Referrer-Policy', 'no-referrer')
    return reply.type('text/html; charset=utf-8').send(html)
  })
}
