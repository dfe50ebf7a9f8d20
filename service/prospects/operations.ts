import { type Static, Type } from 'typebox'
import {
  arrayOf,
  component,
  dateTimeField,
  idField,
  nextField,
  oneOf,
  optionalText,
  pageParameters,
  textField,
} from '../base/http/schemas/fields.ts'
import { answer, arrayOfOne, create, idOf, operationsOf, read } from '../base/http/schemas/operation.ts'

const description =
  'Additional information about the prospect, given back as it came: at most 16 KiB of compact UTF-8 JSON and 5 levels, counting itself. Its name, company, role, industry, linkedin and domain, where text, win over what enrichment finds; of a domain that is a host or URL, its registrable domain.'
const additional = Type.Optional(
  Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true, description })),
)

/** A person or company, as the API returns it. */
export const Prospect = component('Prospect', {
  id: idField('ID of the prospect'),
  status: oneOf(['enriching', 'enriched'], 'Status of the prospect'),
  email: optionalText('Email of the prospect'),
  additional,
  linkedin: optionalText('LinkedIn of the prospect'),
  name: optionalText('Name of the prospect; a company that is a prospect has none'),
  company: optionalText('Company of the prospect'),
  role: optionalText('Role in the company'),
  industry: optionalText('Industry of the company'),
  domain: optionalText('Domain of the company'),
  profile: optionalText('Combined profile of the prospect'),
  createdAt: dateTimeField('Creation time'),
  updatedAt: dateTimeField('Last update time'),
})

export type Prospect = Static<typeof Prospect>

const ProspectList = component('ProspectList', {
  prospects: arrayOf(Prospect, 'By default the newest first'),
  next: nextField,
})

const KnownFrom = component('KnownFrom', {
  field: textField('`email`, `company`, …, or `additional.` and a key of it'),
  source: textField(
    '`request`: sent by the API; `list`: of a campaign; `directory`: imported; else the source that was asked, such as `email` or `website`',
  ),
  isGuess: Type.Optional(Type.Boolean({ description: 'true: the source only guessed it' })),
  campaign: Type.Optional(
    Type.Object(
      { id: idField('ID of the campaign'), name: textField('Its name') },
      { additionalProperties: false, description: 'Of the list; left out if it was deleted since' },
    ),
  ),
})

const ProspectSources = component('ProspectSources', {
  sources: arrayOf(KnownFrom, 'One for each fact: first those of the prospect, then `additional`'),
})

export type KnownFrom = Static<typeof KnownFrom>

const NewProspectBody = Type.Object({
  email: textField('E-mail address with a dotted domain, at most 254 characters without the space around it'),
  additional,
  test: Type.Optional(
    Type.Boolean({
      description: 'A test prospect: no request leaves the machine for it, no search finds it',
    }),
  ),
})

const SearchBody = Type.Object({
  domain: textField('Domain of the company, or a host or URL on it'),
  role: Type.Optional(
    Type.Object(
      {
        title: optionalText('In the words of a business card'),
        department: optionalText('Such as sales'),
        seniority: optionalText('Such as director'),
      },
      {
        additionalProperties: true,
        description: 'The role looked for: `title`, `department`, `seniority`; other keys are ignored',
      },
    ),
  ),
  titles: Type.Optional(
    Type.Array(Type.String(), { maxItems: 20, description: 'Titles looked for, any of them, best first' }),
  ),
  additional,
})

/** Query of `GET /prospects`. */
export const ProspectListQuery = Type.Object({
  email: optionalText('Only those of this e-mail address, in any case'),
  domain: optionalText('Only those of the company of this domain; a host or URL on it will do'),
  search: optionalText(
    'Only those with a word that begins so, for each word, in name, company, address or domain',
  ),
  sort: optionalText('`created` or `name`, with `-` before it downwards; by default `-created`'),
  ...pageParameters,
})

export type ProspectListQuery = Static<typeof ProspectListQuery>

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
