import { InvitationBody, TokenBody } from '../access/token-schemas.ts'
import { textField } from '../base/http/schemas/fields.ts'
import {
  answer,
  create,
  enqueue,
  operationsOf,
  read,
  remove,
  stream,
} from '../base/http/schemas/operation.ts'
import { NewContentBody, NewProspectBody, ProspectListQuery, SearchBody } from './schemas.ts'

/** The operations on content, prospects, tokens and the service itself. */
export const operations = {
  ...operationsOf('Content', {
    createContent: create({
      role: 'editor',
      summary: 'Create content',
      body: NewContentBody,
      answers: answer('Content'),
      errors: [40002, 40003, 40004, 40005],
    }),
    getContent: read({
      role: 'viewer',
      summary: 'Get content',
      params: { id: idOf('content') },
      answers: arrayOfOne('Content'),
    }),
    deleteContent: remove({
      role: 'editor',
      summary: 'Delete content, in any state, with its callbacks not yet delivered and its events',
      params: { id: idOf('content') },
    }),
  }),
  ...operationsOf('Regeneration', {
    regenerateContent: enqueue({
      role: 'editor',
      summary: 'Make content anew from the current version of its template; it stays as it is until then',
      params: { id: idOf('content') },
      answers: answer('Content'),
    }),
  }),
  ...operationsOf('Prospect', {
    createProspect: create({
      role: 'editor',
      summary:
        'Create prospect; one of the same e-mail address is answered again, `additional` merged into it',
      body: NewProspectBody,
      answers: answer('Prospect'),
    }),
    searchProspect: create({
      role: 'editor',
      summary: 'Search for a prospect: the best person, else the company itself',
      body: SearchBody,
      answers: answer('Prospect'),
    }),
    getProspect: read({
      role: 'viewer',
      summary: 'Get prospect',
      params: { id: idOf('prospect') },
      answers: arrayOfOne('Prospect'),
    }),
  }),
  ...operationsOf('People', {
    listProspects: read({
      role: 'viewer',
      summary:
        'List prospects, newest first: all, those of an address or a company, or those that a search finds',
      querystring: ProspectListQuery,
      errors: [40001],
      answers: answer('ProspectList', 'A page of them'),
    }),
    eraseProspect: remove({
      role: 'admin',
      summary: 'Erase a person: the prospect and all that belongs to them, for good',
      params: { id: idOf('prospect') },
      answers: answer('Erasure', 'The receipt, which is kept'),
    }),
  }),
  ...operationsOf('Live', {
    followToday: stream({
      role: 'viewer',
      summary: 'Follow who is on a page, who came in the last seven days, and what is broken',
      events:
        'Events named `today`, whose data is all of it as JSON: one at once, one whenever it has changed',
    }),
  }),
  ...operationsOf('Access', {
    getSettings: read({
      role: 'viewer',
      summary: 'Get what the service is set to',
      answers: {
        description: 'Settings by the names of their variables, without secrets; null for what is not set',
        schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
      },
    }),
    listTokens: read({
      role: 'admin',
      summary: 'List the tokens of the organization',
      answers: answer('TokenList', 'All of them'),
    }),
    createToken: create({
      role: 'admin',
      summary: 'Create token',
      body: TokenBody,
      answers: answer('NewToken', 'The token, which is shown once'),
    }),
    revokeToken: remove({
      role: 'admin',
      summary: 'Revoke token; the sessions that rest on it end',
      params: { id: idOf('token') },
    }),
    createInvitation: create({
      role: 'admin',
      summary: 'Invite somebody: a member, and a link that signs them into the console once, for 24 hours',
      body: InvitationBody,
      answers: answer('Invitation'),
    }),
  }),
}

function arrayOfOne(name: string) {
  const schema = { type: 'array', items: { $ref: `${name}#` }, minItems: 1, maxItems: 1 }
  return { description: 'An array of exactly one', schema }
}

function idOf(what: string) {
  return textField(`ID of the ${what} to look up`)
}
