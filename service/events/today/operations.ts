import { type Static, Type } from 'typebox'
import { analyticsTypes } from '../../../wire/event.ts'
import { slots } from '../../../wire/targets.ts'
import {
  component,
  countField,
  dateTimeField,
  idField,
  kindsOf,
  nextField,
  oneOf,
  optionalText,
  pageParameters,
  textField,
  trueOrFalse,
} from '../../base/http/schemas/fields.ts'
import { answer, idOf, operationsOf, read, readFile, replace } from '../../base/http/schemas/operation.ts'

const analyticsType = oneOf(kindsOf(analyticsTypes), 'What is measured')

const VisitorOf = Type.Object({
  prospect: idField('ID of the prospect'),
  content: idField('ID of the content'),
  label: textField('Name, address, company or domain of the prospect, whichever is known first'),
  email: optionalText('Address'),
  company: optionalText('Company'),
  role: optionalText('Role'),
  template: textField('Template'),
})

const Present = Type.Object({
  ...VisitorOf.properties,
  since: dateTimeField('When the visit began'),
  latest: Type.Optional(
    Type.Object(
      { item: Type.String(), name: optionalText('What people call it'), type: analyticsType },
      { description: 'What they saw or clicked last' },
    ),
  ),
})

const Interest = Type.Object({
  item: textField('ID of the analytics item'),
  name: optionalText('What people call it'),
  type: analyticsType,
  visits: countField('In how many visits'),
  ms: countField('Of a duration; else 0'),
})

const CampaignOf = Type.Object(
  { id: idField('ID of the campaign'), name: textField('Its name') },
  { description: 'Campaign' },
)

const Interested = Type.Object({
  ...VisitorOf.properties,
  visits: countField('Visits'),
  lastVisitAt: dateTimeField('When the last visit began'),
  reached: Type.Boolean({ description: 'Whether a visit reached the goal' }),
  items: Type.Array(Interest),
  firstVisitAt: dateTimeField('When the first visit began'),
  campaign: Type.Optional(CampaignOf),
  owner: optionalText('Who looks after the person, as a column of the list says'),
  phone: optionalText('Telephone number, as a column of the list says'),
  now: Type.Optional(Present),
  link: optionalText('The link that the person was sent'),
  done: Type.Boolean({ description: 'Whether somebody said so, and they did not come again since' }),
})

const CallsQuery = Type.Object({
  campaign: optionalText('Only people of the campaign with this ID'),
  owner: optionalText('Only people whom this one looks after'),
  goal: trueOrFalse('Only people who reached the goal, or only those who did not'),
  new: trueOrFalse('Only people who first came within the last 24 hours, or only those who came before'),
  done: trueOrFalse(
    'Whether the people are listed who need no call any more, or the others; by default the others',
  ),
  by: Type.Optional(oneOf(['person', 'company'], 'What is listed; by default `person`')),
  midnight: Type.Optional(dateTimeField('When the reader’s day began; by default that of UTC')),
  ...pageParameters,
})

const CallList = component('CallList', {
  people: Type.Array(Interested),
  companies: Type.Array(
    Type.Object({
      name: textField('Company; else what the person is called'),
      people: countField('How many came'),
      warmest: Type.Array(Interested, { description: 'The warmest of them, 5 at most' }),
    }),
  ),
  totals: Type.Object({
    now: countField('Rows with somebody who is on a page right now'),
    today: countField('The others with somebody who came since midnight'),
    earlier: countField('All others'),
    done: countField('People who need no call any more'),
  }),
  campaigns: Type.Array(CampaignOf, { description: 'Those of everybody who came in the last seven days' }),
  owners: Type.Array(Type.String(), { description: 'The same' }),
  next: nextField,
})

/** What a week or a day adds up to. */
const sums = {
  people: countField('Who came'),
  visits: countField('Visits'),
  goals: countField('Who reached the goal for the first time'),
  ms: countField('Time read'),
}

/** The last seven days beside those before; days are in UTC. */
const Weeks = Type.Object({
  week: Type.Object(sums),
  before: Type.Object(sums),
  days: Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...sums }), {
    description: 'The 14 days, oldest first',
  }),
})

/** What `PUT /today/{id}` answers. */
export const Done = component('Done', { content: idField('ID of the content'), done: Type.Boolean() })

const itemOfPage = {
  template: textField('Template'),
  name: optionalText('What people call it'),
  selector: textField('Selector of the item'),
  type: oneOf(kindsOf(slots), 'Type of the item'),
}

/** An item that was not applied in `visits` of the latest `of` visits that were to show it, or that its page lacks. */
const BrokenItem = Type.Object({
  kind: oneOf(['missing', 'refused']),
  ...itemOfPage,
  visits: countField('In how many visits'),
  of: countField('Of how many: the latest that were to show it'),
  checkedAt: Type.Optional(dateTimeField('When the page was asked and did not have it')),
})

/** An item that matches several elements of its page, where one was picked. */
const SeveralElements = Type.Object({
  kind: oneOf(['several']),
  ...itemOfPage,
  matches: countField('How many elements'),
  checkedAt: dateTimeField('When the page was asked'),
})

/** A template's page that is gone, or that has no tag. */
const BrokenPage = Type.Object({
  kind: oneOf(['page']),
  template: textField('Template'),
  page: textField('Its address'),
  what: oneOf(['gone', 'no-tag']),
  checkedAt: dateTimeField('When the page was asked'),
})

const receiver = {
  url: textField('Where they were sent, without path and query'),
  deliveries: countField('How many were given up'),
  error: optionalText('Why the latest failed'),
}

const BrokenCallback = Type.Object({ kind: oneOf(['callback']), ...receiver })

/** A receiver that has taken nothing since events for its webhooks were given up. */
const BrokenWebhook = Type.Object({ kind: oneOf(['webhook']), ...receiver })

/** A connection that does not work, or not for all. */
const BrokenConnection = Type.Object({
  kind: oneOf(['connection']),
  name: textField('Of what: HubSpot'),
  problem: textField('What is wrong, and what to do'),
})

const Broken = Type.Union([
  BrokenItem,
  SeveralElements,
  BrokenPage,
  BrokenCallback,
  BrokenWebhook,
  BrokenConnection,
])

/** What `GET /v1/faults` answers. */
export const FaultList = Type.Object({ faults: Type.Array(Broken) })

const Today = Type.Object({
  now: Type.Array(Present),
  week: Type.Array(Interested, { description: 'Most interested first' }),
  broken: Type.Array(Broken),
  weeks: Weeks,
})

export type VisitorOf = Static<typeof VisitorOf>
export type Present = Static<typeof Present>
export type Interest = Static<typeof Interest>
export type Interested = Static<typeof Interested>
export type CallsQuery = Static<typeof CallsQuery>
export type CallList = Static<typeof CallList>
export type BrokenItem = Static<typeof BrokenItem>
export type SeveralElements = Static<typeof SeveralElements>
export type BrokenPage = Static<typeof BrokenPage>
export type Broken = Static<typeof Broken>
export type Weeks = Static<typeof Weeks>
export type Today = Static<typeof Today>

/** The operations on what is going on right now. */
export const liveOperations = operationsOf('Live', {
  listFaults: read({
    path: '/faults',
    role: 'viewer',
    summary: 'List what is broken now, as Today shows it: items, pages, receivers',
    answers: {
      description: 'Each with its `kind`',
      schema: FaultList,
    },
  }),
  listCalls: read({
    path: '/today',
    role: 'viewer',
    summary: 'List whom to call: who came in the last seven days, the warmest first',
    querystring: CallsQuery,
    answers: answer(CallList),
  }),
  markDone: replace({
    path: '/today/:id',
    role: 'editor',
    summary: 'Say that the person of a content needs no call any more, until they come again',
    params: { id: idOf('content') },
    body: Type.Object({ done: Type.Boolean({ description: 'Whether the person needs no call any more' }) }),
    answers: answer(Done),
  }),
  followToday: readFile({
    files: ['text/event-stream'],
    path: '/live',
    role: 'viewer',
    summary: 'Follow who is on a page, who came in the last seven days, and what is broken',
    description:
      'Events named `today`, whose data is all of it as JSON: one at once, one whenever it has changed',
  }),
})
