import { type Static, Type } from 'typebox'
import {
  arrayOf,
  component,
  dateTimeField,
  idField,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'

const additional = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'Additional information about the prospect, given back as it came: at most 16 KiB of compact UTF-8 JSON and 5 levels, counting itself. Its name, company, role, industry, linkedin and domain, where text, win over what enrichment finds; of a domain that is a host or URL, its registrable domain.',
    },
  ),
)

/** A person or company, as the API returns it. */
export const Prospect = component('Prospect', {
  id: idField('ID of the prospect'),
  status: oneOf(['enriching', 'enriched'], 'Status of the prospect'),
  email: optionalText('Email of the prospect'),
  additional: Type.Optional(additional),
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

export const ProspectList = component('ProspectList', {
  prospects: arrayOf(Prospect, 'By default the newest first'),
  next: optionalText('The `cursor` that asks for those that follow; left out at the end'),
})

export type ProspectList = Static<typeof ProspectList>

/** Where something that is known of a prospect is from. */
export const KnownFrom = component('KnownFrom', {
  field: textField('`email`, `company`, …, or `additional.` and a key of it'),
  source: textField(
    '`request`: sent by the API; `list`: of a campaign; `directory`: imported; else the source that was asked, such as `email` or `website`',
  ),
  isGuess: Type.Optional(Type.Boolean({ description: 'true: the source only guessed it' })),
  campaign: Type.Optional(
    Type.Object(
      { id: idField('ID of the campaign'), name: textField('Its name') },
      {
        additionalProperties: false,
        description: 'The campaign of the list; left out if it was deleted since',
      },
    ),
  ),
})

export const ProspectSources = component('ProspectSources', {
  sources: arrayOf(
    KnownFrom,
    'One for each fact, in the order of the fields: first those of the prospect, then `additional`',
  ),
})

export type KnownFrom = Static<typeof KnownFrom>
export type ProspectSources = Static<typeof ProspectSources>

/** The answers of the operations on prospects. */
export const prospectSchemas = [Prospect, ProspectList, KnownFrom, ProspectSources]

/** Body of `POST /prospects`. */
export const NewProspectBody = Type.Object({
  email: textField('E-mail address with a dotted domain, at most 254 characters without the space around it'),
  additional: Type.Optional(additional),
  test: Type.Optional(
    Type.Boolean({
      description: 'A test prospect: no request leaves the machine for it, no search finds it',
    }),
  ),
})

/** Body of `POST /prospects/search`. */
export const SearchBody = Type.Object({
  domain: textField('Domain of the company, or a host or URL on it'),
  role: Type.Optional(
    Type.Object(
      {
        title: Type.Optional(Type.String()),
        department: Type.Optional(Type.String()),
        seniority: Type.Optional(Type.String()),
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
  additional: Type.Optional(additional),
})

/** Query of `GET /prospects`. */
export const ProspectListQuery = Type.Object({
  email: optionalText('Only those of this e-mail address, in any case'),
  domain: optionalText('Only those of the company of this domain; a host or URL on it will do'),
  search: Type.Optional(
    textField(
      'Only those who have a word that begins so, for each word, in name, company, e-mail address or domain',
    ),
  ),
  sort: optionalText(
    '`created` or `name`, with `-` before it from the last to the first; by default `-created`',
  ),
  limit: optionalText('How many at most: 1 to 1000, by default 100'),
  cursor: optionalText('`next` of the answer before'),
})

export type NewProspectBody = Static<typeof NewProspectBody>
export type SearchBody = Static<typeof SearchBody>
