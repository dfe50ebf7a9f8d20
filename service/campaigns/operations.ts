import { type Static, type TObject, Type } from 'typebox'
import {
  arrayOf,
  component,
  countField,
  dateTimeField,
  nextField,
  oneOf,
  optionalText,
  pageParameters,
  textField,
  trueOrFalse,
} from '../base/http/schemas/fields.ts'
import {
  amend,
  answer,
  create,
  operationsOf,
  read,
  readFile,
  remove,
  write,
} from '../base/http/schemas/operation.ts'
import { reviews } from '../content/content.ts'
import { columnMeanings } from '../prospects/lists/titles.ts'
import {
  Campaign,
  CampaignBlank,
  CampaignGap,
  CampaignPerson,
  CampaignPictures,
  CampaignReview,
  campaignStatuses,
  ListReading,
  ListTally,
  mendable,
  resultColumns,
  utmField,
} from './campaign.ts'
import { maxControl } from './lift/draw.ts'
import { Lift } from './lift/lift.ts'

const controlField = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: maxControl,
    description: `Percentage of companies whose people see the page’s own content, so that the effect can be told: 0 to ${maxControl}`,
  }),
)

const NewCampaignBody = Type.Object({
  name: textField('Name: 1 to 200 characters'),
  template: textField('Template of its records'),
  language: textField('Language of its records: a BCP 47 tag that the template offers'),
  control: controlField,
  status: Type.Optional(
    oneOf(
      ['draft', 'open'],
      'By default `open`. The links of a `draft` show the page as it is and measure nothing until it is opened',
    ),
  ),
  utm: utmField,
})

const CampaignChangeBody = Type.Object({
  name: optionalText('Name: 1 to 200 characters'),
  status: Type.Optional(
    oneOf(
      campaignStatuses,
      'Paused or ended, its links show the page as it is, and nothing is measured. Nothing becomes a `draft` again',
    ),
  ),
  control: controlField,
  utm: utmField,
})

const CampaignsQuery = Type.Object({
  sort: optionalText('`created` or `name`, with `-` before it downwards; by default `-created`'),
  ...pageParameters,
})

const CampaignPeopleQuery = Type.Object({
  search: optionalText('Part of an address, a name, a company or a line'),
  problem: optionalText(
    '`true`: only what has a problem; `false`: only what has none; else part of the problem',
  ),
  content: optionalText('Only the person whose content has this ID'),
  review: Type.Optional(oneOf(reviews, 'Only people whose page is')),
  missing: trueOrFalse('Only people whose page lacks something, or only those whose page lacks nothing'),
  sort: optionalText('`line`, `visits` or `lastVisit`, with `-` before it downwards; by default `line`'),
  ...pageParameters,
})

const RegenerationBody = Type.Object({
  only: Type.Optional(
    oneOf(['not-written'], 'Only records with a text that the language model did not write'),
  ),
})

const mostReviewed = 10_000

const ReviewBody = Type.Object({
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

const ListQuery = Type.Object({
  columns: optionalText(
    `What columns mean whose titles Motif does not know: a JSON object from titles to ${columnMeanings.join(', ')}, additional, or ignore, of which nothing is kept. It is remembered for lists with the same header`,
  ),
  encoding: optionalText(
    'How its letters are written, such as `windows-1250`, as `TextDecoder` knows it. By default what they are most likely to be',
  ),
})

const ListReadingQuery = Type.Object({
  ...ListQuery.properties,
  control: optionalText(
    `Percentage of companies in a control group: the answer says how large the groups would be; 0 to ${maxControl}, by default 0`,
  ),
  part: trueOrFalse('`true`: it is the beginning of a longer list, and its last line may be cut'),
})

export type NewCampaignBody = Static<typeof NewCampaignBody>
export type CampaignChangeBody = Static<typeof CampaignChangeBody>
export type CampaignPeopleQuery = Static<typeof CampaignPeopleQuery>
export type ReviewBody = Static<typeof ReviewBody>
export type ListQuery = Static<typeof ListQuery>
export type ListReadingQuery = Static<typeof ListReadingQuery>

/** The media types of a list. It is taken with any other, too: which of them it is, its first bytes say. */
export const listTypes = [
  'text/csv',
  'application/x-ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const

const params = { id: textField('ID of the campaign') }
const seen = { role: 'viewer', params } as const
const changed = { role: 'editor', params } as const

const see = <const Path extends string, Answer extends TObject>(path: Path, summary: string, of: Answer) =>
  read({ ...seen, path, summary, answers: answer(of) })

const download = <const Path extends string>(path: Path, summary: string, description: string) =>
  readFile({ ...seen, path, files: ['text/csv'], summary, description })

const changedLine = {
  role: 'editor',
  params: { ...params, line: textField('Number of the line; the header is line 1') },
  querystring: Type.Object({
    list: optionalText(
      'Number of the list in the campaign, as `list` of `listCampaignPeople` says; by default the latest list with such a line',
    ),
  }),
} as const

/** The operations on campaigns. */
export const campaignOperations = operationsOf('Campaign', {
  createCampaign: create({
    path: '/campaigns',
    role: 'editor',
    summary: 'Create a campaign, which invites nobody yet',
    body: NewCampaignBody,
    answers: answer(Campaign),
    errors: [40003, 40004],
  }),
  listCampaigns: read({
    path: '/campaigns',
    role: 'viewer',
    errors: [40001],
    summary: 'List campaigns, by default the newest first',
    querystring: CampaignsQuery,
    answers: answer(component('Campaigns', { campaigns: arrayOf(Campaign), next: nextField })),
  }),
  getCampaign: see('/campaigns/:id', 'Get a campaign', Campaign),
  changeCampaign: amend({
    ...changed,
    path: '/campaigns/:id',
    summary: 'Rename a campaign; open a draft; pause it, end it, open it again',
    body: CampaignChangeBody,
    answers: answer(Campaign),
  }),
  deleteCampaign: remove({
    ...changed,
    path: '/campaigns/:id',
    summary: 'Delete a campaign with its records and events; the prospects stay',
  }),
  importPeople: write({
    ...changed,
    status: 202,
    path: '/campaigns/:id/people',
    mediaTypes: listTypes,
    summary: 'Invite the people of a list, up to 64 MiB and 200,000 lines, or of HubSpot',
    querystring: ListQuery,
    answers: answer(ListTally),
  }),
  readListBeginning: write({
    path: '/lists/read',
    role: 'editor',
    mediaTypes: listTypes,
    summary: 'Read a list, or its beginning, as `importPeople` would; nothing of it is kept',
    querystring: ListReadingQuery,
    answers: answer(ListReading),
  }),
  listCampaignPeople: read({
    ...seen,
    path: '/campaigns/:id/people',
    errors: [40001],
    summary: 'List people of a campaign, and lines that invite nobody',
    querystring: CampaignPeopleQuery,
    answers: answer(component('CampaignPeople', { people: arrayOf(CampaignPerson), next: nextField })),
  }),
  getReview: see(
    '/campaigns/:id/review',
    'Count whose page is approved, and whose waits for it',
    CampaignReview,
  ),
  reviewPeople: create({
    ...changed,
    path: '/campaigns/:id/review',
    errors: [40901],
    summary: 'Approve pages, or have them wait for approval again',
    body: ReviewBody,
    answers: answer(
      component('ReviewChange', { changed: countField('Pages whose review is another one than before') }),
    ),
  }),
  mendLine: amend({
    ...changedLine,
    path: '/campaigns/:id/people/:line',
    summary: 'Mend a line that cannot be used: these fields replace its own',
    body: mendable(
      'What the person of the line is; what is left out stays as the line says, and an empty text takes it back',
    ),
    answers: answer(CampaignPerson),
  }),
  setLineAside: remove({
    ...changedLine,
    path: '/campaigns/:id/people/:line',
    summary: 'Set a line aside that cannot be used: it leaves every file and count',
  }),
  downloadProblems: download(
    '/campaigns/:id/problems.csv',
    'Download the lines that cannot be used',
    'The columns as they came, and line, problem',
  ),
  downloadLinks: download(
    '/campaigns/:id/links.csv',
    'Download the lists with each person’s link',
    'The columns as they came, and link, status, problem',
  ),
  downloadResults: download(
    '/campaigns/:id/results.csv',
    'Download who came and what they did',
    `${resultColumns.join(', ')}; group if there is a control group`,
  ),
  listGaps: see(
    '/campaigns/:id/gaps',
    'List items that are empty, fall back or were not written, and for whom',
    component('CampaignGaps', { gaps: arrayOf(CampaignGap) }),
  ),
  listBlanks: see(
    '/campaigns/:id/blanks',
    'List items in which a value is not known, with what people read',
    component('CampaignBlanks', { blanks: Type.Array(CampaignBlank) }),
  ),
  listPictures: see(
    '/campaigns/:id/pictures',
    'Ask for the pictures of its pages, and list those that do not load',
    CampaignPictures,
  ),
  getLift: read({
    ...seen,
    path: '/campaigns/:id/lift',
    errors: [40902],
    summary: 'Compare personal pages with the control group: did they win anything?',
    answers: answer(Lift),
  }),
  regenerateCampaign: create({
    ...changed,
    status: 202,
    path: '/campaigns/:id/regenerate',
    summary: 'Generate all its records again from the current template; links stay',
    body: RegenerationBody,
    mayHaveNoBody: true,
    answers: answer(Campaign),
  }),
})
