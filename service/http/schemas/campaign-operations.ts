import { Type } from '@fastify/type-provider-typebox'
import { CampaignChangeBody, NewCampaignBody } from './campaigns.ts'
import { create, download, enqueue, inspect, read, receive, remove, write } from './operation.ts'

const tag = 'Campaign'
const params = { id: Type.String({ description: 'ID of the campaign' }) }
const text = (description: string) => Type.Optional(Type.String({ description }))

const page = {
  limit: text('1 to 1000; 100 where it is left out'),
  cursor: text('`next` of the answer before'),
}

const columns = text(
  'What columns mean where Motif does not know their titles: a JSON object from titles to email, name, firstName, lastName, company, role, domain, industry, linkedin, language or additional',
)

/** The media types of a list. */
export const listTypes = ['text/csv', 'application/x-ndjson'] as const

/** The operations of campaigns, as `operations` has the others. */
export const campaignOperations = {
  createCampaign: create({
    operationId: 'createCampaign',
    tag,
    role: 'editor',
    summary: 'Create a campaign, which invites nobody yet',
    body: NewCampaignBody,
    answers: one('Campaign'),
    errors: [40003, 40004],
  }),
  listCampaigns: read({
    operationId: 'listCampaigns',
    tag,
    role: 'viewer',
    errors: [40001],
    summary: 'List campaigns, the newest first where nothing else is asked for',
    querystring: Type.Object({
      sort: text(
        '`created` or `name`, with `-` before it from the last to the first; `-created` where it is left out',
      ),
      ...page,
    }),
    answers: one('Campaigns'),
  }),
  getCampaign: read({
    operationId: 'getCampaign',
    tag,
    role: 'viewer',
    params,
    summary: 'Get a campaign',
    answers: one('Campaign'),
  }),
  changeCampaign: write({
    operationId: 'changeCampaign',
    tag,
    role: 'editor',
    params,
    summary: 'Rename a campaign, pause it, end it, open it again',
    body: CampaignChangeBody,
    answers: one('Campaign'),
  }),
  deleteCampaign: remove({
    operationId: 'deleteCampaign',
    tag,
    role: 'editor',
    params,
    summary: 'Delete a campaign with its records and events; the prospects stay',
  }),
  importPeople: receive({
    operationId: 'importPeople',
    tag,
    role: 'editor',
    params,
    mediaTypes: listTypes,
    summary: 'Invite the people of a list: CSV with a header, or NDJSON; up to 64 MiB and 200,000 lines',
    querystring: Type.Object({ columns }),
    answers: one('ListTally'),
  }),
  readListBeginning: inspect({
    operationId: 'readListBeginning',
    tag,
    role: 'editor',
    mediaTypes: listTypes,
    summary: 'Read a list, or its beginning up to 1 MiB, as `importPeople` would; nothing of it is kept',
    querystring: Type.Object({
      columns,
      part: text('`true`: it is the beginning of a longer list, and its last line may be cut'),
    }),
    answers: one('ListReading'),
  }),
  listCampaignPeople: read({
    operationId: 'listCampaignPeople',
    tag,
    role: 'viewer',
    params,
    errors: [40001],
    summary:
      'List people of a campaign, and lines by which nobody is invited, in the order of its lists where nothing else is asked for',
    querystring: Type.Object({
      search: text('Part of an address, a name, a company or a line'),
      problem: text('`true`: only what has a problem; `false`: only what has none; else part of the problem'),
      sort: text(
        '`line`, `visits` or `lastVisit`, with `-` before it from the last to the first; `line` where it is left out',
      ),
      ...page,
    }),
    answers: one('CampaignPeople'),
  }),
  downloadLinks: download({
    operationId: 'downloadLinks',
    tag,
    role: 'viewer',
    params,
    summary: 'Download the lists with each person’s link',
    description: 'The columns as they came, and link, status, problem',
  }),
  downloadResults: download({
    operationId: 'downloadResults',
    tag,
    role: 'viewer',
    params,
    summary: 'Download who came and what they did',
    description:
      'name, email, company, role, link, first_visit_at, last_visit_at, visits, views, clicks, seconds, goal',
  }),
  listGaps: read({
    operationId: 'listGaps',
    tag,
    role: 'viewer',
    params,
    summary: 'List items that are empty or fall back, with how many people and some of them',
    answers: one('CampaignGaps'),
  }),
  listBlanks: read({
    operationId: 'listBlanks',
    tag,
    role: 'viewer',
    params,
    summary: 'List items in which a value is not known and nothing stands in for it, with what people read',
    answers: one('CampaignBlanks'),
  }),
  regenerateCampaign: enqueue({
    operationId: 'regenerateCampaign',
    tag,
    role: 'editor',
    params,
    summary: 'Make all its records anew from the template’s current version; links stay',
    answers: one('Campaign'),
  }),
}

function one(name: string) {
  return { description: name, schema: { $ref: `${name}#` } }
}
