import { type Static, type TOptional, type TString, Type } from 'typebox'
import { slots } from '../../wire/targets.ts'
import {
  arrayOf,
  component,
  countField,
  dateTimeField,
  kindsOf,
  nextField,
  oneOf,
  optionalText,
  pageParameters,
  textField,
} from '../base/http/schemas/fields.ts'
import { contentStatuses, reviews } from '../content/content.ts'
import { Gap } from '../content/gap.ts'
import { ListColumn } from '../prospects/lists/list-column.ts'
import { columnMeanings } from '../prospects/lists/titles.ts'
import { utmNames } from '../templates/link.ts'
import { groups, maxControl } from './lift/draw.ts'
import { Lift } from './lift/lift.ts'
import { ListReading } from './listed-columns.ts'

/** Of all but `open`, links show the page as it is, and nothing is measured. A campaign that was open is no `draft` again. */
export const campaignStatuses = ['draft', 'open', 'paused', 'ended'] as const

/** What a campaign can begin as. */
const firstStatuses = ['draft', 'open'] as const satisfies readonly CampaignStatus[]

export type CampaignStatus = (typeof campaignStatuses)[number]

const utmField = Type.Object(
  Object.fromEntries(utmNames.map((name) => [name, optionalText(`\`utm_${name}\` of its links`)])) as Record<
    (typeof utmNames)[number],
    TOptional<TString>
  >,
  {
    additionalProperties: false,
    description: 'What web analytics reads in its links: 1 to 200 characters each',
  },
)

/** A campaign, as the API returns it. */
export const Campaign = component('Campaign', {
  id: textField('ID of the campaign'),
  name: textField('Name, by which its files are called'),
  template: textField('Template of its records'),
  language: textField('Language of its records, except for people whose own language the template offers'),
  status: oneOf(campaignStatuses, 'As long as it is not open, its links show the page as it is'),
  control: countField(
    'Percentage of companies in the control group, whose links show the page’s own content',
  ),
  utm: Type.Optional(utmField),
  people: countField('People who are invited'),
  completed: countField('People whose record is completed'),
  problems: countField('Lines of its lists that invite nobody'),
  came: countField('People who visited'),
  machines: countField('Visits by machines, which are in no other figure'),
  unsure: countField('Visits of which it is not known yet whether they are by machines'),
  reached: countField('People who reached the goal'),
  createdAt: dateTimeField('Creation time'),
  updatedAt: dateTimeField('Last update time'),
})

export type Campaign = Static<typeof Campaign>

/** What can be said of the person of a line: a name is said whole. */
export const mendedFields = columnMeanings.filter(
  (meaning) => meaning !== 'firstName' && meaning !== 'lastName',
)

function mendable(description: string) {
  const field = Type.Optional(Type.String({ maxLength: 2000 }))
  const fields = Object.fromEntries(mendedFields.map((name) => [name, field]))
  return Type.Object(fields as Record<(typeof mendedFields)[number], TOptional<TString>>, { description })
}

/** A person of a campaign, or a line that invites nobody; what is not known is left out. */
export const CampaignPerson = component('CampaignPerson', {
  line: countField('Line of the list; the header is line 1'),
  list: countField('Number of the list in the campaign; the first is 1'),
  email: optionalText('Address'),
  name: optionalText('Name'),
  company: optionalText('Company'),
  prospect: optionalText('ID of the prospect, once it is made'),
  content: optionalText('ID of the content record'),
  link: optionalText('The link; left out if the template names no page'),
  status: oneOf([...contentStatuses, 'problem'], 'Of the record; `problem` of a line that invites nobody'),
  problem: optionalText('What is wrong with the line'),
  text: optionalText('Of a line that invites nobody: as it came'),
  said: Type.Optional(mendable('Of such a line: what its columns say, as far as they are understood')),
  review: Type.Optional(
    oneOf(
      reviews,
      'Whether somebody has approved the page; a change of its words sets it to `waiting`. Left out of a line that invites nobody',
    ),
  ),
  updatedAt: Type.Optional(dateTimeField('When the content was updated last; left out if there is none yet')),
  changed: Type.Optional(
    Type.Boolean({ description: 'Whether words were changed for this person alone; else left out' }),
  ),
  gaps: arrayOf(Gap, 'Items that are empty or fall back'),
  visits: countField('Visits'),
  firstVisitAt: Type.Optional(dateTimeField('When the first visit began')),
  lastVisitAt: Type.Optional(dateTimeField('When the last visit began')),
  reached: Type.Boolean({ description: 'Whether a visit reached the goal' }),
  group: Type.Optional(oneOf(groups, 'Left out if the campaign has no control group')),
})

export type CampaignPerson = Static<typeof CampaignPerson>

export const CampaignPage = component('Campaigns', { campaigns: arrayOf(Campaign), next: nextField })

export const CampaignPeople = component('CampaignPeople', {
  people: arrayOf(CampaignPerson),
  next: nextField,
})

/** How far the review of a campaign's pages is. */
export const CampaignReview = component('CampaignReview', {
  approved: countField('People whose page is approved'),
  waiting: countField('People whose page waits to be approved'),
  missing: countField('Of all these: whose page lacks something'),
})

/** How many pages have another review than before. */
export const ReviewChange = component('ReviewChange', {
  changed: countField('Pages whose review is another one than before'),
})

/** The result of importing a list. */
export const ListTally = component('ListTally', {
  lines: countField('Lines of the list, without its header and blank ones'),
  people: countField('People whom it names, each once'),
  problems: countField('Lines that invite nobody'),
  new: countField('Of the people: who had no place in the campaign'),
  changed: countField('Of the people: of whom the list says something new'),
  same: countField('Of the people: of whom the list says nothing new'),
})

export type ListTally = Static<typeof ListTally>

/** How many lines name somebody whom another line names as well. One person has one link. */
export function repeatedLines({
  lines,
  people,
  problems,
}: Pick<ListTally, 'lines' | 'people' | 'problems'>): number {
  return lines - people - problems
}

/** The pictures of a campaign's pages that do not load. */
export const CampaignPictures = component('CampaignPictures', {
  asked: countField('How many different pictures were asked for: 500 at most, those of most people first'),
  broken: Type.Array(
    Type.Object({
      url: textField('The picture'),
      people: countField('People on whose pages it is'),
    }),
    { description: 'Those that do not exist, those of most people first' },
  ),
})

export type CampaignPictures = Static<typeof CampaignPictures>

/** How often one item of the template is empty or falls back to its default in a campaign's records. */
export const CampaignGap = component('CampaignGap', {
  name: optionalText('What people call the item'),
  index: countField('Position of the item in the template'),
  selector: textField('Selector of the item'),
  type: oneOf(kindsOf(slots), 'Type of the item'),
  empty: countField('People for whom it renders to nothing'),
  byDefault: countField('People for whom it falls back to its default'),
  examples: Type.Array(Type.String(), { description: 'Some of these people' }),
})

export type CampaignGap = Static<typeof CampaignGap>

export const CampaignGaps = component('CampaignGaps', { gaps: arrayOf(CampaignGap) })

/** An item of the template that uses a value which some people lack, without a default. */
export const CampaignBlank = Type.Object(
  {
    index: countField('Position of the item in the template'),
    name: optionalText('What people call the item'),
    selector: textField('Selector of the item'),
    type: oneOf(kindsOf(slots), 'Type of the item'),
    people: countField('People of whom a value in it is not known'),
    reads: textField('Its beginning, as one of them gets it'),
    examples: Type.Array(Type.String(), { description: 'Some of these people' }),
  },
  { additionalProperties: false },
)

export type CampaignBlank = Static<typeof CampaignBlank>

export const CampaignBlanks = component('CampaignBlanks', { blanks: Type.Array(CampaignBlank) })

/** The answers of the operations on campaigns: components of the OpenAPI document. */
export const campaignSchemas = [
  Campaign,
  CampaignPage,
  Gap,
  CampaignPerson,
  CampaignPeople,
  CampaignReview,
  ReviewChange,
  ListTally,
  ListColumn,
  ListReading,
  CampaignPictures,
  CampaignGap,
  CampaignGaps,
  CampaignBlanks,
  Lift,
]

const controlField = Type.Integer({
  minimum: 0,
  maximum: maxControl,
  description: `Percentage of companies whose people see the page’s own content, so that the effect can be told: 0 to ${maxControl}`,
})

/** Body of `POST /campaigns`. */
export const NewCampaignBody = Type.Object({
  name: textField('Name: 1 to 200 characters'),
  template: textField('Template of its records'),
  language: textField('Language of its records: a BCP 47 tag that the template offers'),
  control: Type.Optional(controlField),
  status: Type.Optional(
    oneOf(
      firstStatuses,
      'By default `open`. The links of a `draft` show the page as it is and measure nothing until it is opened',
    ),
  ),
  utm: Type.Optional(utmField),
})

/** Body of `PATCH /campaigns/{id}`. */
export const CampaignChangeBody = Type.Object({
  name: optionalText('Name: 1 to 200 characters'),
  status: Type.Optional(
    oneOf(
      campaignStatuses,
      'Paused or ended, its links show the page as it is, and nothing is measured. Nothing becomes a `draft` again',
    ),
  ),
  control: Type.Optional(controlField),
  utm: Type.Optional(utmField),
})

/** Body of `PATCH /campaigns/{id}/people/{line}`. */
export const MendedLineBody = mendable(
  'What the person of the line is; what is left out stays as the line says, and an empty text takes it back',
)

/** Query of `GET /campaigns`. */
export const CampaignsQuery = Type.Object({
  sort: optionalText(
    '`created` or `name`, with `-` before it from the last to the first; by default `-created`',
  ),
  ...pageParameters,
})

/** Query of `GET /campaigns/{id}/people`. */
export const CampaignPeopleQuery = Type.Object({
  search: optionalText('Part of an address, a name, a company or a line'),
  problem: optionalText(
    '`true`: only what has a problem; `false`: only what has none; else part of the problem',
  ),
  content: optionalText('Only the person whose content has this ID'),
  review: Type.Optional(oneOf(reviews, 'Only people whose page is')),
  missing: Type.Optional(
    oneOf(
      ['true', 'false'],
      '`true`: only people whose page lacks something; `false`: only those whose page lacks nothing',
    ),
  ),
  sort: optionalText(
    '`line`, `visits` or `lastVisit`, with `-` before it from the last to the first; by default `line`',
  ),
  ...pageParameters,
})

export type CampaignsQuery = Static<typeof CampaignsQuery>
export type CampaignPeopleQuery = Static<typeof CampaignPeopleQuery>

const mostReviewed = 10_000

/** Body of `POST /campaigns/{id}/review`. */
export const ReviewBody = Type.Object({
  people: Type.Union(
    [
      Type.Literal('all'),
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: mostReviewed,
        description: 'IDs of content records',
      }),
    ],
    { description: 'Whose pages: `all`, or ids of content records. What is not completed is passed over' },
  ),
  review: oneOf(reviews, 'What they are'),
  seen: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), dateTimeField('Its `updatedAt` then'), {
      maxProperties: mostReviewed,
      description:
        'What was looked at: by ID of the content, when it was updated last. If one of `people` was updated since, 40901',
    }),
  ),
})

export type ReviewBody = Static<typeof ReviewBody>
export type CampaignReview = Static<typeof CampaignReview>
export type ReviewChange = Static<typeof ReviewChange>
export type MendedFields = Static<typeof MendedLineBody>
export type NewCampaignBody = Static<typeof NewCampaignBody>
export type CampaignChangeBody = Static<typeof CampaignChangeBody>
