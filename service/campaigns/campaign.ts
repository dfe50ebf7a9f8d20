import { type Static, type TObjectOptions, type TOptional, type TString, Type } from 'typebox'
import {
  arrayOf,
  component,
  countField,
  dateTimeField,
  oneOf,
  optionalText,
  textField,
} from '../base/http/schemas/fields.ts'
import { contentStatuses, reviews } from '../content/content.ts'
import { Gap } from '../content/gap.ts'
import { ListColumn } from '../prospects/lists/list-column.ts'
import { columnMeanings } from '../prospects/lists/titles.ts'
import { utmNames } from '../templates/link.ts'
import { itemFields } from '../templates/operations.ts'
import { canTellFields } from './lift/can-tell.ts'
import { groups } from './lift/draw.ts'

/** Of all but `open`, links show the page as it is, and nothing is measured. A campaign that was open is no `draft` again. */
export const campaignStatuses = ['draft', 'open', 'paused', 'ended'] as const

export type CampaignStatus = (typeof campaignStatuses)[number]

/** An object of texts, each of which may be left out. */
function textsOf<Name extends string>(names: readonly Name[], field: TString, options: TObjectOptions) {
  const fields = Object.fromEntries(names.map((name) => [name, Type.Optional(field)]))
  return Type.Object(fields as Record<Name, TOptional<TString>>, options)
}

export const utmField = Type.Optional(
  textsOf(utmNames, Type.String({ maxLength: 200 }), {
    additionalProperties: false,
    description: 'What web analytics reads in its links: 1 to 200 characters each',
  }),
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
  utm: utmField,
  people: countField('People who are invited'),
  completed: countField('People whose record is completed'),
  problems: countField('Lines of its lists that invite nobody'),
  came: countField('People who visited'),
  machines: countField('Visits by machines, which are in no other figure'),
  unsure: countField('Visits of which it is not known yet whether they are by machines'),
  decidedAt: Type.Optional(dateTimeField('When it is known of all of these, at the latest')),
  reached: countField('People who reached the goal'),
  createdAt: dateTimeField('Creation time'),
  updatedAt: dateTimeField('Last update time'),
})

/** What can be said of the person of a line: a name is said whole. */
export const mendedFields = columnMeanings.filter(
  (meaning) => meaning !== 'firstName' && meaning !== 'lastName',
)

export const mendable = (description: string) =>
  textsOf(mendedFields, Type.String({ maxLength: 2000 }), { description })

export type MendedFields = Static<ReturnType<typeof mendable>>

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
  wrong: Type.Optional(oneOf(mendedFields, 'Of such a line: which of these is wrong, or lacking')),
  suggestions: Type.Optional(
    Type.Array(Type.String(), { description: 'What may be meant there, the likeliest first; else left out' }),
  ),
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

/** How far the review of a campaign's pages is. */
export const CampaignReview = component('CampaignReview', {
  approved: countField('People whose page is approved'),
  waiting: countField('People whose page waits to be approved'),
  missing: countField('Of all these: whose page lacks something'),
  ...canTellFields,
})

/** The result of importing a list. */
export const ListTally = component('ListTally', {
  lines: countField('Lines of the list, without its header and blank ones'),
  people: countField('People whom it names, each once'),
  problems: countField('Lines that invite nobody'),
  new: countField('Of the people: who had no place in the campaign'),
  changed: countField('Of the people: of whom the list says something new'),
  same: countField('Of the people: of whom the list says nothing new'),
  ...canTellFields,
})

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

const examples = Type.Array(Type.String(), { description: 'Some of these people' })
const values = Type.Optional(Type.Array(Type.String(), { description: 'Fields in it: one is not known' }))

/** How often one item of the template is empty or falls back to its default in a campaign's records. */
export const CampaignGap = component('CampaignGap', {
  ...itemFields,
  values,
  examples,
  empty: countField('People for whom it renders to nothing'),
  byDefault: countField('People for whom it falls back to its default'),
  reads: optionalText('What one of these gets instead'),
  notWritten: Type.Optional(
    countField('People for whom the language model did not write it; left out if there are none'),
  ),
  reason: optionalText('Why not, for one of them'),
})

/** An item of the template that uses a value which some people lack, without a default. */
export const CampaignBlank = Type.Object(
  {
    ...itemFields,
    values,
    examples,
    people: countField('People of whom a value in it is not known'),
    reads: textField('Its beginning, as one of them gets it'),
  },
  { additionalProperties: false },
)

/** Why lines cannot be used, told once for all of them. */
const UnusableReason = Type.Object({
  problem: textField('What is wrong'),
  lines: countField('With how many of these lines'),
  examples: Type.Array(
    Type.Object({
      line: countField('The header is line 1'),
      text: textField('The beginning of the line'),
    }),
    { description: 'The first of them' },
  ),
  remedy: optionalText('What to do'),
  columns: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The value of `columns` that does it' }),
  ),
})

/** How a list, or its beginning, is read; nothing of it is stored. */
export const ListReading = component('ListReading', {
  format: oneOf(['csv', 'html', 'ndjson', 'xlsx'], 'Format: what its first bytes say'),
  encoding: textField('How its letters are written'),
  letters: optionalText('Some cells with letters beyond ASCII, to check the encoding by'),
  sheet: optionalText('Of a workbook: the sheet that is read, its first'),
  separator: optionalText('What stands between the cells of CSV'),
  columns: arrayOf(ListColumn, 'In their order, as they are understood'),
  rows: Type.Array(
    Type.Object({
      line: countField('The header is line 1'),
      cells: Type.Array(Type.String(), { description: 'In the order of the columns' }),
    }),
    { description: 'The first lines' },
  ),
  lines: countField('Lines that were read, without its header and blank ones'),
  people: countField('People whom they name, each once'),
  withoutCompany: countField('Of the people: whose company the list does not say'),
  repeated: countField('Lines that name somebody whom an earlier line names'),
  unusable: countField('Lines that would invite nobody'),
  problems: Type.Array(UnusableReason, { description: 'Each reason once, the most frequent first' }),
  problem: optionalText('Why the list would be refused as a whole'),
  ...canTellFields,
})

/** The columns of the results; `group` follows if the campaign has a control group. */
export const resultColumns =
  'name,email,company,role,link,first_visit_at,last_visit_at,visits,views,clicks,seconds,goal,machines,unsure'.split(
    ',',
  )

export type Campaign = Static<typeof Campaign>
export type CampaignPerson = Static<typeof CampaignPerson>
export type CampaignReview = Static<typeof CampaignReview>
export type ListTally = Static<typeof ListTally>
export type CampaignPictures = Static<typeof CampaignPictures>
export type CampaignGap = Static<typeof CampaignGap>
export type CampaignBlank = Static<typeof CampaignBlank>
export type UnusableReason = Static<typeof UnusableReason>
export type ListReading = Static<typeof ListReading>
