import { type Static, Type } from 'typebox'
import {
  arrayOf,
  component,
  countField,
  dateTimeField,
  idField,
  kindsOf,
  oneOf,
  optionalText,
  textField,
} from '../../base/http/schemas/fields.ts'
import {
  answer,
  create,
  idOf,
  operationsOf,
  read,
  remove,
  replace,
  write,
} from '../../base/http/schemas/operation.ts'
import { alertSigns } from '../../base/outbox/happenings.ts'

const sign = oneOf(kindsOf(alertSigns))

const To = Type.Object(
  {
    slack: optionalText('The address of an incoming webhook of Slack'),
    teams: optionalText('The address of a webhook of Teams’ Workflows'),
    mail: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: 20, description: 'Up to 20 addresses' }),
    ),
  },
  { description: 'One of `slack`, `teams`, `mail`', additionalProperties: false },
)

const Owner = Type.Object(
  {
    column: textField('A column of the list, such as `owner`'),
    value: textField('What it says of these people'),
  },
  { additionalProperties: false },
)

const wanted = {
  to: To,
  when: Type.Array(sign, { minItems: 1, maxItems: 20, description: 'What it tells of' }),
  seconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 3600, description: 'Of `read`: for how long; by default 30' }),
  ),
  owner: Type.Optional(Owner),
  at: Type.Optional(oneOf(['once', 'morning'], 'At once, or gathered each morning; by default `once`')),
}

const AlertBody = Type.Object(wanted)

const answered = 'What the receiver answered: of HTTP, or of SMTP'
const AlertDelivery = component('AlertDelivery', {
  at: dateTimeField('Time of the attempt'),
  what: oneOf([...kindsOf(alertSigns), 'morning'], 'What it told of'),
  status: Type.Optional(countField(answered)),
  error: optionalText('Why it was not received; left out if it was'),
  response: optionalText('How the answer began'),
})

const Alert = component('Alert', {
  id: idField('ID of the alert'),
  ...wanted,
  at: oneOf(['once', 'morning']),
  state: oneOf(
    ['on', 'off'],
    'off: its receiver did not accept what it was sent, or everybody unsubscribed; a test that is received switches it on',
  ),
  createdAt: dateTimeField('Creation time'),
  deliveries: arrayOf(AlertDelivery, 'The latest attempts, the newest first: 10 at most'),
})
const AlertList = component('AlertList', { alerts: arrayOf(Alert, 'Oldest first') })

const AlertTest = component('AlertTest', {
  status: countField(`${answered}; 0 without an answer`),
  response: textField('How the answer began, or why there is none'),
})
const AlertPreview = component('AlertPreview', {
  icon: Type.String(),
  who: Type.String(),
  about: optionalText('Role and company'),
  what: Type.String(),
  details: Type.Array(Type.String()),
})
export type Alert = Static<typeof Alert>
export type AlertBody = Static<typeof AlertBody>
export type AlertDelivery = Static<typeof AlertDelivery>
export type AlertPreview = Static<typeof AlertPreview>
export type AlertTest = Static<typeof AlertTest>

const params = { id: idOf('alert') }

export const alertOperations = operationsOf('Alert', {
  createAlert: create({
    path: '/alerts',
    role: 'admin',
    summary: 'Create alert: people are told in Slack, Teams or by mail',
    body: AlertBody,
    answers: answer(Alert, 'The alert'),
    errors: [40005],
  }),
  listAlerts: read({
    path: '/alerts',
    role: 'admin',
    summary: 'List alerts with their state and latest deliveries',
    answers: answer(AlertList, 'All of them'),
  }),
  getAlert: read({
    path: '/alerts/:id',
    role: 'admin',
    summary: 'Get alert',
    params,
    answers: answer(Alert),
  }),
  changeAlert: replace({
    path: '/alerts/:id',
    role: 'admin',
    summary: 'Change alert, and switch it on',
    params,
    body: AlertBody,
    answers: answer(Alert, 'The alert'),
    errors: [40005],
  }),
  deleteAlert: remove({
    path: '/alerts/:id',
    role: 'admin',
    summary: 'Delete alert, with all that it was to tell',
    params,
  }),
  testAlert: create({
    path: '/alerts/:id/test',
    role: 'admin',
    summary: 'Send an alert’s receiver a test, now, and say what it answers',
    params,
    answers: answer(AlertTest, 'What the receiver answered'),
  }),
  previewAlert: write({
    path: '/alerts/preview',
    role: 'admin',
    summary: 'Show what an alert would say, of the person who came last or of a made-up one',
    body: Type.Object({ when: Type.Array(sign, { minItems: 1, maxItems: 20 }), seconds: wanted.seconds }),
    answers: answer(AlertPreview),
  }),
})
