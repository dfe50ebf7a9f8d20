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
import { roles } from '../base/words/role.ts'

const token = {
  id: idField('ID of the token'),
  user: textField('Whose it is: 1 to 100 characters, none of them / = or a comma'),
  role: oneOf(roles, 'What its owner may do'),
  state: oneOf(['valid', 'expired', 'revoked']),
  createdAt: dateTimeField('Creation time'),
  expiresAt: Type.Optional(dateTimeField('From then on it is not valid; left out if it does not expire')),
}
const Token = component('Token', token)
const ShownToken = component('NewToken', {
  ...token,
  token: textField('The token itself, which is shown once'),
})
const TokenList = component('TokenList', { tokens: arrayOf(Token, 'Oldest first') })
const TokenBody = Type.Object({
  user: token.user,
  role: Type.Optional({ ...token.role, description: 'By default admin' }),
  expiresInDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 36_500, description: 'By default it does not expire' }),
  ),
})

export type Token = Static<typeof Token>
export type ShownToken = Static<typeof ShownToken>

const member = {
  id: idField('ID of the member'),
  name: textField('1 to 100 characters'),
  email: textField('The address to which invitations and sign-in links go'),
  role: oneOf(roles, 'What the member may do'),
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
const Member = component('Member', member)
const MemberList = component('MemberList', { members: arrayOf(Member, 'By name') })
const InvitedMember = component('InvitedMember', {
  ...member,
  url: optionalText('If no mail server is set: the link that signs them in once'),
  expiresAt: Type.Optional(dateTimeField('When that link expires')),
})
const MemberBody = Type.Object({
  name: member.name,
  email: textField('Their address'),
  role: Type.Optional({ ...member.role, description: 'By default viewer' }),
})

/** A person of the organization, who signs in. */
export type Member = Static<typeof Member>
export type InvitedMember = Static<typeof InvitedMember>
export type MemberBody = Static<typeof MemberBody>

const WeeklyReport = component('WeeklyReport', {
  available: Type.Boolean({ description: 'It goes to members, if the service sends mail' }),
  wanted: Type.Boolean({ description: 'Whether they get it' }),
  nextAt: Type.Optional(dateTimeField('When the next one goes out, if they get it')),
})

/** Whether somebody gets the report by mail on Mondays. */
export type WeeklyReport = Static<typeof WeeklyReport>

const params = { id: idOf('member') }

export const accessOperations = operationsOf('Access', {
  listTokens: read({
    path: '/tokens',
    role: 'admin',
    summary: 'List the tokens of the organization',
    answers: answer(TokenList, 'All of them'),
  }),
  createToken: create({
    path: '/tokens',
    role: 'admin',
    summary: 'Create token; it is shown this once',
    body: TokenBody,
    answers: answer(ShownToken, 'The token, which is shown once'),
  }),
  revokeToken: remove({
    path: '/tokens/:id',
    role: 'admin',
    summary: 'Revoke token; the sessions that rest on it end',
    params: { id: idOf('token') },
  }),
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
    body: Type.Object({ role: member.role }),
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
