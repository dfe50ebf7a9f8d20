import { answer, arrayOfOne, create, idOf, operationsOf, read } from '../base/http/schemas/operation.ts'
import {
  NewProspectBody,
  Prospect,
  ProspectList,
  ProspectListQuery,
  ProspectSources,
  SearchBody,
} from './schemas.ts'

/** The operations on prospects. */
export const prospectOperations = {
  ...operationsOf('Prospect', {
    createProspect: create({
      path: '/prospects',
      role: 'editor',
      summary: 'Create prospect; the same address is answered again, `additional` merged into it',
      body: NewProspectBody,
      answers: answer(Prospect),
    }),
    searchProspect: create({
      path: '/prospects/search',
      role: 'editor',
      summary: 'Search for a prospect: the best person, else the company itself',
      body: SearchBody,
      answers: answer(Prospect),
    }),
    getProspect: read({
      path: '/prospects/:id',
      role: 'viewer',
      summary: 'Get prospect',
      params: { id: idOf('prospect') },
      answers: arrayOfOne(Prospect),
    }),
  }),
  ...operationsOf('People', {
    getSources: read({
      path: '/prospects/:id/sources',
      role: 'viewer',
      summary: 'Get the sources of what is known of a prospect, fact by fact',
      params: { id: idOf('prospect') },
      answers: answer(ProspectSources),
    }),
    listProspects: read({
      path: '/prospects',
      role: 'viewer',
      summary: 'List prospects, newest first: all, or those of an address, a company, a search',
      querystring: ProspectListQuery,
      errors: [40001],
      answers: answer(ProspectList, 'A page of them'),
    }),
  }),
}
