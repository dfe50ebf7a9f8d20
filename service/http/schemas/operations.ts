import { Type } from '@fastify/type-provider-typebox'
import { create, enqueue, read, remove, stream } from './operation.ts'
import { NewContentBody, NewProspectBody, ProspectListQuery, SearchBody } from './schemas.ts'
import { InvitationBody, TokenBody } from './token-schemas.ts'

/** Every operation of the API: the least role that may, what checks its requests, what the OpenAPI document says. */
export const operations = {
  createContent: create({
    operationId: 'createContent',
    tag: 'Content',
    role: 'editor',
    summary: 'Create content',
    body: NewContentBody,
    answers: one('Content'),
    errors: [40002, 40003, 40004, 40005],
  }),
  getContent: read({
    operationId: 'getContent',
    tag: 'Content',
    role: 'viewer',
    summary: 'Get content',
    params: { id: idOf('content') },
    answers: arrayOfOne('Content'),
  }),
  deleteContent: remove({
    operationId: 'deleteContent',
    tag: 'Content',
    role: 'editor',
    summary: 'Delete content, in any state, with its callbacks not yet delivered and its events',
    params: { id: idOf('content') },
  }),
  regenerateContent: enqueue({
    operationId: 'regenerateContent',
    tag: 'Regeneration',
    role: 'editor',
    summary: 'Make content anew from the current version of its template; it stays as it is until then',
    params: { id: idOf('content') },
    answers: one('Content'),
  }),
  createProspect: create({
    operationId: 'createProspect',
    tag: 'Prospect',
    role: 'editor',
    summary: 'Create prospect; one of the same e-mail address is answered again, `additional` merged into it',
    body: NewProspectBody,
    answers: one('Prospect'),
  }),
  searchProspect: create({
    operationId: 'searchProspect',
    tag: 'Prospect',
    role: 'editor',
    summary: 'Search for a prospect: the best person, else the company itself',
    body: SearchBody,
    answers: one('Prospect'),
  }),
  getProspect: read({
    operationId: 'getProspect',
    tag: 'Prospect',
    role: 'viewer',
    summary: 'Get prospect',
    params: { id: idOf('prospect') },
    answers: arrayOfOne('Prospect'),
  }),
  listProspects: read({
    operationId: 'listProspects',
    tag: 'People',
    role: 'viewer',
    summary:
      'List prospects, newest first: all, those of an address or a company, or those that a search finds',
    querystring: ProspectListQuery,
    errors: [40001],
    answers: { description: 'A page of them', schema: { $ref: 'ProspectList#' } },
  }),
  eraseProspect: remove({
    operationId: 'eraseProspect',
    tag: 'People',
    role: 'admin',
    summary: 'Erase a person: the prospect and all that belongs to them, for good',
    params: { id: idOf('prospect') },
    answers: { description: 'The receipt, which is kept', schema: { $ref: 'Erasure#' } },
  }),
  getSettings: read({
    operationId: 'getSettings',
    tag: 'Access',
    role: 'viewer',
    summary: 'Get what the service is set to',
    answers: {
      description: 'Settings by the names of their variables, without secrets; null for what is not set',
      schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
    },
  }),
  followToday: stream({
    operationId: 'followToday',
    tag: 'Live',
    role: 'viewer',
    summary: 'Follow who is on a page, who came in the last seven days, and what is broken',
    events: 'Events named `today`, whose data is all of it as JSON: one at once, one whenever it has changed',
  }),
  listTokens: read({
    operationId: 'listTokens',
    tag: 'Access',
    role: 'admin',
    summary: 'List the tokens of the organization',
    answers: { description: 'All of them', schema: { $ref: 'TokenList#' } },
  }),
  createToken: create({
    operationId: 'createToken',
    tag: 'Access',
    role: 'admin',
    summary: 'Create token',
    body: TokenBody,
    answers: { description: 'The token, which is shown once', schema: { $ref: 'NewToken#' } },
  }),
  revokeToken: remove({
    operationId: 'revokeToken',
    tag: 'Access',
    role: 'admin',
    summary: 'Revoke token; the sessions that rest on it end',
    params: { id: idOf('token') },
  }),
  createInvitation: create({
    operationId: 'createInvitation',
    tag: 'Access',
    role: 'admin',
    summary: 'Invite somebody: a member, and a link that signs them into the console once, for 24 hours',
    body: InvitationBody,
    answers: one('Invitation'),
  }),
}

function one(name: string) {
  return { description: name, schema: { $ref: `${name}#` } }
}

function arrayOfOne(name: string) {
  const schema = { type: 'array', items: { $ref: `${name}#` }, minItems: 1, maxItems: 1 }
  return { description: 'An array of exactly one', schema }
}

function idOf(what: string) {
  return Type.String({ description: `ID of the ${what} to look up` })
}
