import { Type } from '@fastify/type-provider-typebox'
import { type ErrorCode, errorMeanings } from './error-codes.ts'
import { NewContentBody, NewProspectBody, SearchBody } from './schemas.ts'

const text = (description: string) => ({ type: 'string', description })
const whole = (description: string) => ({ type: 'integer', description })

const headersOfAll = {
  'X-Request-Id': text('Names the request in the logs'),
  'Cache-Control': text('private, no-cache'),
  'RateLimit-Limit': whole('Requests a minute that the token has; not sent where there is no limit'),
  'RateLimit-Remaining': whole('Requests that are left in this minute'),
  'RateLimit-Reset': whole('Seconds until the minute ends'),
}
const headersOfReads = { ...headersOfAll, ETag: text('Strong entity tag of the body') }
const headersOfPosts = {
  ...headersOfAll,
  'Idempotency-Replayed': text('true where this is the answer that the first request with the key was given'),
}
/** Beside `X-Request-Id`, by HTTP status. */
const headersOfErrors: Record<number, object> = {
  401: { 'WWW-Authenticate': text('Bearer') },
  429: { ...headersOfAll, 'Retry-After': whole('Seconds to wait') },
  503: { 'Retry-After': whole('Seconds to wait') },
}

const errorsOfAll: ErrorCode[] = [40000, 40100, 40101, 40800, 42900, 43100, 50000, 50300]
const errorsOfPosts: ErrorCode[] = [40001, 40900, 41300, 41500, 42200]

/** The routes' options: what checks requests, and what the OpenAPI document says of them. */
export const operations = {
  createContent: post({
    operationId: 'createContent',
    summary: 'Create content',
    body: NewContentBody,
    answers: 'Content',
    errors: [40002, 40003, 40004, 40005],
  }),
  getContent: get({ operationId: 'getContent', summary: 'Get content', answers: 'Content' }),
  deleteContent: {
    schema: {
      operationId: 'deleteContent',
      tags: ['Content'],
      summary: 'Delete content, in any state, with its callbacks not yet delivered and its events',
      params: idOf('Content'),
      response: {
        204: { type: 'null', description: 'Deleted', headers: headersOfAll },
        ...errorResponses([40400]),
      },
    },
  },
  createProspect: post({
    operationId: 'createProspect',
    summary: 'Create prospect; one of the same e-mail address is answered again, `additional` merged into it',
    body: NewProspectBody,
    answers: 'Prospect',
  }),
  searchProspect: post({
    operationId: 'searchProspect',
    summary: 'Search for a prospect: the best person, else the company itself',
    body: SearchBody,
    answers: 'Prospect',
  }),
  getProspect: get({ operationId: 'getProspect', summary: 'Get prospect', answers: 'Prospect' }),
}

interface Operation {
  operationId: string
  summary: string
  answers: 'Content' | 'Prospect'
}

function post({ answers, errors = [], ...of }: Operation & { body: object; errors?: ErrorCode[] }) {
  const headers = Type.Object({
    'Idempotency-Key': Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'For 24 hours the same key with the same body is given the first 2xx again',
      }),
    ),
  })
  const schema = { $ref: `${answers}#` }
  const response = {
    200: { description: answers, headers: headersOfPosts, content: { 'application/json': { schema } } },
    ...errorResponses([...errorsOfPosts, ...errors]),
  }
  return { schema: { tags: [answers], ...of, headers, response } }
}

function get({ answers, ...of }: Operation) {
  const schema = { type: 'array', items: { $ref: `${answers}#` }, minItems: 1, maxItems: 1 }
  const response = {
    200: {
      description: 'An array of exactly one',
      headers: headersOfReads,
      content: { 'application/json': { schema } },
    },
    304: { type: 'null', description: 'If-None-Match names what would be answered', headers: headersOfReads },
    ...errorResponses([40400]),
  }
  return { schema: { tags: [answers], ...of, params: idOf(answers), response } }
}

function idOf(what: string) {
  return Type.Object({ id: Type.String({ description: `ID of the ${what.toLowerCase()} to look up` }) })
}

/** One response a status, which lists the values that `error` may have there. */
function errorResponses(more: ErrorCode[]) {
  const codes = [...errorsOfAll, ...more].sort()
  const byStatus = Map.groupBy(codes, (code) => Math.floor(code / 100))
  return Object.fromEntries(Array.from(byStatus, ([status, those]) => [status, errorResponse(status, those)]))
}

function errorResponse(status: number, codes: ErrorCode[]) {
  return {
    description: codes.map((code) => `${code}: ${errorMeanings[code]}`).join('\n\n'),
    headers: { 'X-Request-Id': headersOfAll['X-Request-Id'], ...headersOfErrors[status] },
    content: { 'application/json': { schema: { $ref: 'Error#' } } },
  }
}
