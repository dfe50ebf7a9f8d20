import { Type } from 'typebox'
import { optionalText, textField } from '../base/http/schemas/fields.ts'
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
import { columnMeanings } from '../prospects/lists/titles.ts'
import {
  Campaign,
  CampaignBlanks,
  CampaignChangeBody,
  CampaignGaps,
  CampaignPage,
  CampaignPeople,
  CampaignPeopleQuery,
  CampaignPerson,
  CampaignPictures,
  CampaignReview,
  CampaignsQuery,
  ListTally,
  MendedLineBody,
  NewCampaignBody,
  ReviewBody,
  ReviewChange,
} from './campaign.ts'
import { Lift } from './lift/lift.ts'
import { ListReading } from './listed-columns.ts'
import { resultColumns } from './people/files-out.ts'

const params = { id: textField('ID of the campaign') }

const lineParams = { ...params, line: textField('Number of the line; the header is line 1') }

const listOfLine = Type.Object({
  list: optionalText(
    'Number of the list in the campaign, as `list` of `listCampaignPeople` says; by default the latest list with such a line',
  ),
})

const columns = optionalText(
  `What columns mean whose titles Motif does not know: a JSON object from titles to ${columnMeanings.join(', ')}, additional, or ignore, of which nothing is kept. It is remembered for lists with the same header`,
)

/** The media types of a list. Which of them it is, its first bytes say. */
export const listTypes = [
  'text/csv',
  'application/x-ndjson',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const

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
    answers: answer(CampaignPage),
  }),
  getCampaign: read({
    path: '/campaigns/:id',
    role: 'viewer',
    params,
    summary: 'Get a campaign',
    answers: answer(Campaign),
  }),
  changeCampaign: amend({
    path: '/campaigns/:id',
    role: 'editor',
    params,
    summary: 'Rename a campaign; open a draft; pause it, end it, open it again',
    body: CampaignChangeBody,
    answers: answer(Campaign),
  }),
  deleteCampaign: remove({
    path: '/campaigns/:id',
    role: 'editor',
    params,
    summary: 'Delete a campaign with its records and events; the prospects stay',
  }),
  importPeople: write({
    status: 202,
    path: '/campaigns/:id/people',
    role: 'editor',
    params,
    mediaTypes: listTypes,
    summary: 'Invite the people of a list of up to 64 MiB and 200,000 lines',
    querystring: Type.Object({ columns }),
    answers: answer(ListTally),
  }),
  readListBeginning: write({
    path: '/lists/read',
    role: 'editor',
    mediaTypes: listTypes,
    summary: 'Read a list, or its beginning, as `importPeople` would; nothing of it is kept',
    querystring: Type.Object({
      columns,
      part: optionalText('`true`: it is the beginning of a longer list, and its last line may be cut'),
    }),
    answers: answer(ListReading),
  }),
  listCampaignPeople: read({
    path: '/campaigns/:id/people',
    role: 'viewer',
    params,
    errors: [40001],
    summary: 'List people of a campaign, and lines that invite nobody',
    querystring: CampaignPeopleQuery,
    answers: answer(CampaignPeople),
  }),
  getReview: read({
    path: '/campaigns/:id/review',
    role: 'viewer',
    params,
    summary: 'Count whose page is approved, and whose waits for it',
    answers: answer(CampaignReview),
  }),
  reviewPeople: create({
    path: '/campaigns/:id/review',
    role: 'editor',
    params,
    errors: [40901],
    summary: 'Approve pages, or have them wait for approval again',
    body: ReviewBody,
    answers: answer(ReviewChange),
  }),
  mendLine: amend({
    path: '/campaigns/:id/people/:line',
    role: 'editor',
    params: lineParams,
    summary: 'Mend a line that cannot be used: these fields replace its own',
    querystring: listOfLine,
    body: MendedLineBody,
    answers: answer(CampaignPerson),
  }),
  setLineAside: remove({
    path: '/campaigns/:id/people/:line',
    role: 'editor',
    params: lineParams,
    summary: 'Set a line aside that cannot be used: it leaves every file and count',
    querystring: listOfLine,
  }),
  downloadProblems: readFile({
    files: ['text/csv'],
    path: '/campaigns/:id/problems.csv',
    role: 'viewer',
    params,
    summary: 'Download the lines that cannot be used',
    description: 'The columns as they came, and line, problem',
  }),
  downloadLinks: readFile({
    files: ['text/csv'],
    path: '/campaigns/:id/links.csv',
    role: 'viewer',
    params,
    summary: 'Download the lists with each person’s link',
    description: 'The columns as they came, and link, status, problem',
  }),
  downloadResults: readFile({
    files: ['text/csv'],
    path: '/campaigns/:id/results.csv',
    role: 'viewer',
    params,
    summary: 'Download who came and what they did',
    description: `${resultColumns.join(', ')}; group if there is a control group`,
  }),
  listGaps: read({
    path: '/campaigns/:id/gaps',
    role: 'viewer',
    params,
    summary: 'List items that are empty or fall back, with how many people and some of them',
    answers: answer(CampaignGaps),
  }),
  listBlanks: read({
    path: '/campaigns/:id/blanks',
    role: 'viewer',
    params,
    summary: 'List items in which a value is not known, with what people read',
    answers: answer(CampaignBlanks),
  }),
  listPictures: read({
    path: '/campaigns/:id/pictures',
    role: 'viewer',
    params,
    summary: 'Ask for the pictures of its pages, and list those that do not load',
    answers: answer(CampaignPictures),
  }),
  getLift: read({
    path: '/campaigns/:id/lift',
    role: 'viewer',
    params,
    errors: [40902],
    summary: 'Compare who saw personal pages with the control group: did they win anything?',
    answers: answer(Lift),
  }),
  regenerateCampaign: create({
    status: 202,
    path: '/campaigns/:id/regenerate',
    role: 'editor',
    params,
    summary: 'Generate all its records again from the current template; links stay',
    answers: answer(Campaign),
  }),
})
