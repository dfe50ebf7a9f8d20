import { type Static, Type } from '@fastify/type-provider-typebox'
import { campaignStatuses } from '../../model/campaign.ts'
import { columnMeanings } from '../../model/listed-columns.ts'

const text = (description: string) => Type.String({ description })
const count = (description: string) => Type.Integer({ description })
const dateTime = (description: string) => Type.String({ format: 'date-time', description })
const status = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], description })

const campaign = Type.Object(
  {
    id: text('ID of the campaign'),
    name: text('Name, by which its files are called'),
    template: text('Template of its records'),
    language: text('Language of its records, but for people whose own the template offers'),
    status: status(campaignStatuses, 'Paused or ended, its links show the page as it is'),
    people: count('People who are invited'),
    completed: count('People whose record is completed'),
    problems: count('Lines of its lists by which nobody is invited'),
    came: count('People who visited'),
    reached: count('People who reached the goal'),
    createdAt: dateTime('Creation time'),
    updatedAt: dateTime('Last update time'),
  },
  { $id: 'Campaign', additionalProperties: false },
)

const gap = Type.Object(
  {
    index: count('Position of the item in its template, from 0'),
    selector: text('Its selector'),
    type: text('Its type'),
    empty: Type.Boolean({ description: 'It renders to nothing: the page keeps its own content' }),
    byDefault: Type.Boolean({ description: 'A `default` filter stood in for what is not known' }),
  },
  { $id: 'Gap', additionalProperties: false },
)

const campaignPerson = Type.Object(
  {
    line: count('Line of the list; the header is line 1'),
    email: Type.Optional(text('Address')),
    name: Type.Optional(text('Name')),
    company: Type.Optional(text('Company')),
    prospect: Type.Optional(text('ID of the prospect, once it is made')),
    content: Type.Optional(text('ID of the content record')),
    link: Type.Optional(text('The link; left out where the template names no page')),
    status: status(
      ['waiting', 'generating', 'completed', 'problem'],
      'Of the record; `problem` of a line by which nobody is invited',
    ),
    problem: Type.Optional(text('What is wrong with the line')),
    text: Type.Optional(text('Of a line by which nobody is invited: as it came')),
    gaps: Type.Array(Type.Ref('Gap#'), { description: 'Items that are empty or fall back' }),
    visits: count('Visits'),
    firstVisitAt: Type.Optional(dateTime('When the first visit began')),
    lastVisitAt: Type.Optional(dateTime('When the last visit began')),
    reached: Type.Boolean({ description: 'Whether a visit reached the goal' }),
  },
  { $id: 'CampaignPerson', additionalProperties: false },
)

const next = Type.Optional(text('Hand it in as `cursor` for what follows; left out at the end'))

const campaigns = Type.Object(
  { campaigns: Type.Array(Type.Ref('Campaign#')), next },
  { $id: 'Campaigns', additionalProperties: false },
)

const campaignPeople = Type.Object(
  { people: Type.Array(Type.Ref('CampaignPerson#')), next },
  { $id: 'CampaignPeople', additionalProperties: false },
)

const importTally = Type.Object(
  {
    lines: count('Lines of the list, without its header and blank ones'),
    people: count('People whom it names, each once'),
    problems: count('Lines by which nobody is invited'),
  },
  { $id: 'ListTally', additionalProperties: false },
)

const listColumn = Type.Object(
  {
    title: text('As it came'),
    meaning: Type.Optional(
      status(columnMeanings, 'What it says of a person; left out of one that becomes `additional`'),
    ),
    key: text('Its name in `additional`'),
  },
  { $id: 'ListColumn', additionalProperties: false },
)

const listReading = Type.Object(
  {
    format: status(['csv', 'ndjson'], 'Format'),
    encoding: text('How its letters are written'),
    separator: Type.Optional(text('What stands between the cells of CSV')),
    columns: Type.Array(Type.Ref('ListColumn#'), { description: 'In their order, as they are understood' }),
    rows: Type.Array(
      Type.Object({
        line: count('The header is line 1'),
        cells: Type.Array(Type.String(), { description: 'In the order of the columns' }),
      }),
      { description: 'The first lines' },
    ),
    lines: count('Lines that were read, without its header and blank ones'),
    unusable: count('Lines by which nobody would be invited'),
    problems: Type.Array(
      Type.Object({
        line: count('The header is line 1'),
        text: text('The beginning of the line'),
        problem: text('What is wrong'),
      }),
      { description: 'The first of these lines' },
    ),
    problem: Type.Optional(text('Why the list would be refused as a whole')),
  },
  { $id: 'ListReading', additionalProperties: false },
)

const campaignGap = Type.Object(
  {
    index: count('Position of the item in the template'),
    selector: text('Selector of the item'),
    type: text('Type of the item'),
    empty: count('People for whom it renders to nothing'),
    byDefault: count('People for whom it falls back to its default'),
    missing: Type.Optional(count('People whose image does not exist')),
    examples: Type.Array(Type.String(), { description: 'Some of these people' }),
  },
  { $id: 'CampaignGap', additionalProperties: false },
)

const campaignGaps = Type.Object(
  { gaps: Type.Array(Type.Ref('CampaignGap#')) },
  { $id: 'CampaignGaps', additionalProperties: false },
)

/** What the operations of campaigns answer, by name: components of the OpenAPI document. */
export const campaignSchemas = [
  campaign,
  campaigns,
  gap,
  campaignPerson,
  campaignPeople,
  importTally,
  listColumn,
  listReading,
  campaignGap,
  campaignGaps,
]

/** Body of `POST /campaigns`. */
export const NewCampaignBody = Type.Object({
  name: text('Name: 1 to 200 characters'),
  template: text('Template of its records'),
  language: text('Language of its records: a BCP 47 tag that the template offers'),
})

/** Body of `PATCH /campaigns/{id}`. */
export const CampaignChangeBody = Type.Object({
  name: Type.Optional(text('Name: 1 to 200 characters')),
  status: Type.Optional(
    Type.Unsafe<(typeof campaignStatuses)[number]>({
      type: 'string',
      enum: [...campaignStatuses],
      description: 'Paused or ended, its links show the page as it is, and nothing is measured',
    }),
  ),
})

export type NewCampaignBody = Static<typeof NewCampaignBody>
export type CampaignChangeBody = Static<typeof CampaignChangeBody>
