import { type Static, Type } from '@fastify/type-provider-typebox'
import {
  component,
  countField,
  dateTimeField,
  nextField,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import { campaignStatuses, mendedFields } from './campaign.ts'
import { columnMeanings } from './listed-columns.ts'

const campaign = component('Campaign', {
  id: textField('ID of the campaign'),
  name: textField('Name, by which its files are called'),
  template: textField('Template of its records'),
  language: textField('Language of its records, but for people whose own the template offers'),
  status: oneOf(campaignStatuses, 'Paused or ended, its links show the page as it is'),
  people: countField('People who are invited'),
  completed: countField('People whose record is completed'),
  problems: countField('Lines of its lists by which nobody is invited'),
  came: countField('People who visited'),
  reached: countField('People who reached the goal'),
  createdAt: dateTimeField('Creation time'),
  updatedAt: dateTimeField('Last update time'),
})

const gap = component('Gap', {
  index: countField('Position of the item in its template, from 0'),
  selector: textField('Its selector'),
  type: textField('Its type'),
  empty: Type.Boolean({ description: 'It renders to nothing: the page keeps its own content' }),
  byDefault: Type.Boolean({ description: 'A `default` filter stood in for what is not known' }),
})

function mendable(description: string) {
  return Type.Object(
    Object.fromEntries(mendedFields.map((field) => [field, Type.Optional(Type.String({ maxLength: 2000 }))])),
    { description },
  )
}

const campaignPerson = component('CampaignPerson', {
  line: countField('Line of the list; the header is line 1'),
  list: countField('Number of the list in the campaign; the first is 1'),
  email: optionalText('Address'),
  name: optionalText('Name'),
  company: optionalText('Company'),
  prospect: optionalText('ID of the prospect, once it is made'),
  content: optionalText('ID of the content record'),
  link: optionalText('The link; left out where the template names no page'),
  status: oneOf(
    ['waiting', 'generating', 'completed', 'problem'],
    'Of the record; `problem` of a line by which nobody is invited',
  ),
  problem: optionalText('What is wrong with the line'),
  text: optionalText('Of a line by which nobody is invited: as it came'),
  said: Type.Optional(mendable('Of such a line: what its columns say, as far as they are understood')),
  gaps: Type.Array(Type.Ref('Gap#'), { description: 'Items that are empty or fall back' }),
  visits: countField('Visits'),
  firstVisitAt: Type.Optional(dateTimeField('When the first visit began')),
  lastVisitAt: Type.Optional(dateTimeField('When the last visit began')),
  reached: Type.Boolean({ description: 'Whether a visit reached the goal' }),
})

const campaigns = component('Campaigns', { campaigns: Type.Array(Type.Ref('Campaign#')), next: nextField })

const campaignPeople = component('CampaignPeople', {
  people: Type.Array(Type.Ref('CampaignPerson#')),
  next: nextField,
})

const importTally = component('ListTally', {
  lines: countField('Lines of the list, without its header and blank ones'),
  people: countField('People whom it names, each once'),
  problems: countField('Lines by which nobody is invited'),
  new: countField('Of the people: who had no place in the campaign'),
  changed: countField('Of the people: of whom the list says something new'),
  same: countField('Of the people: of whom the list says nothing new'),
})

const listColumn = component('ListColumn', {
  title: textField('As it came'),
  meaning: Type.Optional(
    oneOf(columnMeanings, 'What it says of a person; left out of one that becomes `additional`'),
  ),
  key: textField('Its name in `additional`'),
})

const listReading = component('ListReading', {
  format: oneOf(['csv', 'ndjson'], 'Format'),
  encoding: textField('How its letters are written'),
  separator: optionalText('What stands between the cells of CSV'),
  columns: Type.Array(Type.Ref('ListColumn#'), { description: 'In their order, as they are understood' }),
  rows: Type.Array(
    Type.Object({
      line: countField('The header is line 1'),
      cells: Type.Array(Type.String(), { description: 'In the order of the columns' }),
    }),
    { description: 'The first lines' },
  ),
  lines: countField('Lines that were read, without its header and blank ones'),
  unusable: countField('Lines by which nobody would be invited'),
  problems: Type.Array(
    Type.Object({
      line: countField('The header is line 1'),
      text: textField('The beginning of the line'),
      problem: textField('What is wrong'),
    }),
    { description: 'The first of these lines' },
  ),
  problem: optionalText('Why the list would be refused as a whole'),
})

const missingPictures = Type.Object(
  {
    people: countField('People for whom there is no such picture'),
    pictures: countField('How many different pictures are missing'),
    examples: Type.Array(
      Type.Object({
        url: textField('Of the picture'),
        people: countField('How many people lack it'),
        person: textField('Address or name of one of them'),
      }),
      { description: 'Those that most people lack first, 5 at most' },
    ),
  },
  {
    $id: 'MissingPictures',
    additionalProperties: false,
    description: 'Pictures that do not exist, of an item of the type `src`; left out where there are none',
  },
)

const campaignGap = component('CampaignGap', {
  index: countField('Position of the item in the template'),
  selector: textField('Selector of the item'),
  type: textField('Type of the item'),
  empty: countField('People for whom it renders to nothing'),
  byDefault: countField('People for whom it falls back to its default'),
  examples: Type.Array(Type.String(), { description: 'Some of these people' }),
  missing: Type.Optional(Type.Ref('MissingPictures#')),
})

const campaignGaps = component('CampaignGaps', { gaps: Type.Array(Type.Ref('CampaignGap#')) })

const campaignBlanks = component('CampaignBlanks', {
  blanks: Type.Array(
    Type.Object(
      {
        index: countField('Position of the item in the template'),
        selector: textField('Selector of the item'),
        type: textField('Type of the item'),
        people: countField('People of whom a value in it is not known'),
        reads: textField('Its beginning, as one of them gets it'),
        examples: Type.Array(Type.String(), { description: 'Some of these people' }),
      },
      { additionalProperties: false },
    ),
  ),
})

/** The responses of the operations on campaigns: components of the OpenAPI document. */
export const campaignSchemas = [
  campaign,
  campaigns,
  gap,
  campaignPerson,
  campaignPeople,
  importTally,
  listColumn,
  listReading,
  missingPictures,
  campaignGap,
  campaignGaps,
  campaignBlanks,
]

/** Body of `POST /campaigns`. */
export const NewCampaignBody = Type.Object({
  name: textField('Name: 1 to 200 characters'),
  template: textField('Template of its records'),
  language: textField('Language of its records: a BCP 47 tag that the template offers'),
})

/** Body of `PATCH /campaigns/{id}`. */
export const CampaignChangeBody = Type.Object({
  name: optionalText('Name: 1 to 200 characters'),
  status: Type.Optional(
    oneOf(campaignStatuses, 'Paused or ended, its links show the page as it is, and nothing is measured'),
  ),
})

/** Body of `PATCH /campaigns/{id}/people/{line}`. */
export const MendedLineBody = mendable(
  'What the person of the line is; what is left out stays as the line says, and an empty text takes it back',
)

export type NewCampaignBody = Static<typeof NewCampaignBody>
export type CampaignChangeBody = Static<typeof CampaignChangeBody>
