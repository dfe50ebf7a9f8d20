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
import {
  amend,
  answer,
  create,
  idOf,
  operationsOf,
  read,
  remove,
  replace,
} from '../base/http/schemas/operation.ts'
import { type Role, roles } from '../base/words/role.ts'

const role = oneOf<Role>(roles, 'What the member may do')

const member = {
  id: idField('ID of the member'),
  name: textField('1 to 100 characters'),
  email: textField('The address to which invitations and sign-in links go'),
  role,
  createdAt: dateTimeField('When they were invited'),
  seenAt: Type.Optional(
    dateTimeField('When they used a session last, to the minute; left out before the first'),
  ),
  invitation: Type.Optional(
    Type.Object(
      {
        state: oneOf(['waiting', 'failed'], '`failed`: it is not tried again'),
        problem: optionalText('Why it could not be sent'),
      },
      { description: 'The mail, until the mail server has accepted it' },
    ),
  ),
}

/** A person of the organization, who signs in. */
export const Member = component('Member', member)
export type Member = Static<typeof Member>

const MemberList = component('MemberList', { members: arrayOf(Member, 'By name') })

export const InvitedMember = component('InvitedMember', {
  ...member,
  url: optionalText('If no mail server is set: the link that signs them in once'),
  expiresAt: Type.Optional(dateTimeField('When that link expires')),
})
export type InvitedMember = Static<typeof InvitedMember>

/** Whether somebody gets the report by mail on Mondays. */
export const WeeklyReport = component('WeeklyReport', {
  available: Type.Boolean({ description: 'It goes to members, if the service sends mail' }),
  wanted: Type.Boolean({ description: 'Whether they get it' }),
  nextAt: Type.Optional(dateTimeField('When the next one goes out, if they get it')),
})
export type WeeklyReport = Static<typeof WeeklyReport>

/** The responses of these operations. */
export const memberSchemas = [Member, MemberList, InvitedMember, WeeklyReport]

/** Body of `POST /members`. */
export const MemberBody = Type.Object({
  name: textField('1 to 100 characters'),
  email: textField('Their address'),
  role: Type.Optional({ ...role, description: 'By default viewer' }),
})
export type MemberBody = Static<typeof MemberBody>

const params = { id: idOf('member') }

/** The operations on members. */
export const memberOperations = operationsOf('Access', {
  listMembers: read({
    path: '/members',
    role: 'admin',
    summary: 'List the members of the organization',
    answers: answer(MemberList, 'All of them'),
  }),
  inviteMember: create({
    path: '/members',
    role: 'admin',
    summary: 'Invite a member, with a link that signs them in once, within 24 hours',
    body: MemberBody,
    answers: answer(InvitedMember),
  }),
  inviteAgain: create({
    path: '/members/:id/invite',
    role: 'admin',
    summary: 'Send a member another link',
    params,
    answers: answer(InvitedMember),
  }),
  changeMember: amend({
    path: '/members/:id',
    role: 'admin',
    summary: 'Change the role of a member, at once',
    params,
    body: Type.Object({ role }),
    errors: [40903],
    answers: answer(Member),
  }),
  getReport: read({
    path: '/report',
    role: 'viewer',
    summary: 'Whether you get the report by mail on Mondays',
    answers: answer(WeeklyReport),
  }),
  setReport: replace({
    path: '/report',
    role: 'viewer',
    summary: 'Switch the report by mail on Mondays on or off; for members',
    body: Type.Object({ wanted: Type.Boolean() }),
    answers: answer(WeeklyReport),
  }),
  removeMember: remove({
    path: '/members/:id',
    role: 'admin',
    summary: 'Remove a member; their sessions end at once',
    params,
    errors: [40903],
  }),
})
