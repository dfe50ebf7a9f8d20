import { type Static, type TSchema, Type } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mostBodyBytes, mostEdits } from '../../wire/editor.ts'
import { type EditingSession, pageOrigin, readableFrom, requireEditing } from '../access/editing-sessions.ts'
import { readJsonBodies } from '../base/http/plugins/json-body.ts'
import type { Limits } from '../base/http/plugins/limits.ts'
import { unauthorized } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { ProspectListQuery } from '../prospects/operations.ts'
import { templateOperations } from '../templates/operations.ts'
import type { EditingRoom } from './editing.ts'
import { SentEdit } from './edits.ts'
import { keepPictureRoute, type Pictures } from './pictures.ts'

interface EditorRoutesOptions extends Limits {
  editing: EditingRoom
  pictures: Pictures
  publicUrl: () => string
}

const preflightSeconds = 7200

const TicketBody = Type.Object({ ticket: Type.String() })
const EditsBody = Type.Object({
  version: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 2 }),
  fingerprint: Type.Optional(Type.String()),
  edits: Type.Array(SentEdit, { maxItems: mostEdits }),
})
const CasesBody = Type.Object({ ...EditsBody.properties, campaign: Type.Optional(Type.String()) })
const PeopleQuery = Type.Object({ campaign: Type.Optional(Type.String()) })
const WishBody = Type.Object({
  ...EditsBody.properties,
  prospect: Type.Optional(Type.String()),
  language: Type.String(),
})

/** Registers `/editor/…`, the editor's requests from the page of a template. See `wire/editor.ts`. */
export async function editorRoutes(app: FastifyInstance, options: EditorRoutesOptions): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers({ 'Cache-Control': 'no-store', Vary: 'Origin, Sec-Fetch-Site' })
      })
      preflightRoutes(scope)
      readJsonBodies(scope)
      ticketRoute(scope, options)
      await scope.register(async (behind) => {
        requireEditing(behind, options)
        sessionRoutes(behind, options.editing)
        behind.decorateRequest('remember', async () => {})
        await keepPictureRoute(behind, options.pictures, { schema: {} })
      })
    },
    { prefix: '/editor' },
  )
}

const methods = {
  '/session': 'POST, DELETE',
  '/template': 'GET, PUT',
  '/preview': 'POST',
  '/prospects': 'GET',
  '/people': 'GET',
  '/cases': 'POST',
  '/pictures': 'POST',
  '/regenerate': 'POST',
}

/**
 * Registers the preflight requests. A browser sends them with the page's origin, but without ticket or session, so
 * every origin is told that it may send requests. This does not reveal whether the service knows the origin, and
 * reveals no data: the request itself is answered to one origin alone.
 */
function preflightRoutes(scope: FastifyInstance): void {
  for (const [path, allowed] of Object.entries(methods))
    scope.options(path, (request, reply) => {
      if (request.headers.origin !== undefined)
        reply.headers({
          'Access-Control-Allow-Origin': request.headers.origin,
          'Access-Control-Allow-Methods': allowed,
          'Access-Control-Allow-Headers': 'Authorization, Content-Type',
          'Access-Control-Max-Age': preflightSeconds,
        })
      reply.code(204).send()
    })
}

const usedTicket = 'The ticket was used already, is too old, or is for a page of another origin.'

function ticketRoute(scope: FastifyInstance, { editing, strangers, publicUrl }: EditorRoutesOptions): void {
  scope.post<{ Body: Static<typeof TicketBody> }>(
    '/session',
    { schema: { body: TicketBody } },
    async (request, reply) => {
      const origin = pageOrigin(request, publicUrl())
      const begin = async () =>
        origin === undefined ? undefined : editing.begin(request.body.ticket, origin)
      const begun = await strangers.find(request, request.body.ticket, begin)
      if (!begun || origin === undefined) throw unauthorized(40101, usedTicket)
      return reply.headers(readableFrom(origin)).send(begun)
    },
  )
}

function sessionRoutes(scope: FastifyInstance, editing: EditingRoom): void {
  scope.delete('/session', async (request, reply) => {
    await editing.end(request.editing)
    return reply.code(204).send()
  })

  scope.get('/template', (request) => editing.read(request.editing))
  answerTo('PUT', '/template', EditsBody, editing.save)
  answerTo('POST', '/preview', WishBody, editing.preview)
  answerTo('POST', '/cases', CasesBody, editing.cases)

  scope.get<{ Querystring: ProspectListQuery }>(
    '/prospects',
    { schema: { querystring: ProspectListQuery } },
    (request) => editing.prospects(request.editing, request.query),
  )

  scope.get<{ Querystring: Static<typeof PeopleQuery> }>(
    '/people',
    { schema: { querystring: PeopleQuery } },
    (request) => editing.people(request.editing, request.query.campaign),
  )

  scope.post('/regenerate', { config: { mayHaveNoBody: true } }, async (request, reply) =>
    reply.code(202).send({ records: await editing.regenerate(request.editing) }),
  )

  function answerTo<Body extends TSchema>(
    method: 'POST' | 'PUT',
    url: string,
    body: Body,
    handle: (session: EditingSession, wish: Static<Body>) => Promise<unknown>,
  ) {
    const handler = (request: FastifyRequest) => handle(request.editing, request.body as Static<Body>)
    scope.route({ method, url, bodyLimit: mostBodyBytes, schema: { body }, handler })
  }
}

/** Registers `POST /templates/{name}/edit`: a link that opens the editor. */
export function editLinkRoutes(app: FastifyInstance, editing: EditingRoom): void {
  serve(app, templateOperations.editTemplate, ({ owner, params }) => editing.openLink(owner, params.name))
}
