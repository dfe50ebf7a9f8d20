import { type Static, Type } from 'typebox'
import { arrayOf, component, dateTimeField, idField, oneOf, textField } from '../base/http/schemas/fields.ts'
import { answer, create, idOf, operationsOf, read, remove } from '../base/http/schemas/operation.ts'
import { type Role, roles } from '../base/words/role.ts'

const role = oneOf<Role>(roles, 'What its owner may do')
const tokenId = idField('ID of the token')
const user = textField('Whose it is: 1 to 100 characters, none of them / = or a comma')

const token = {
  id: tokenId,
  user,
  role,
  state: oneOf(['valid', 'expired', 'revoked']),
  createdAt: dateTimeField('Creation time'),
  expiresAt: Type.Optional(dateTimeField('From then on it is not valid; left out if it does not expire')),
}

/** A token as it is listed. */
export const Token = component('Token', token)

export type Token = Static<typeof Token>

export const ShownToken = component('NewToken', {
  ...token,
  token: textField('The token itself, which is shown once'),
})

const TokenList = component('TokenList', { tokens: arrayOf(Token, 'Oldest first') })

export type ShownToken = Static<typeof ShownToken>

/** The responses of the operations on tokens. */
export const tokenSchemas = [Token, ShownToken, TokenList]

/** Body of `POST /tokens`. */
const TokenBody = Type.Object({
  user,
  role: Type.Optional({ ...role, description: 'By default admin' }),
  expiresInDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 36_500, description: 'By default it does not expire' }),
  ),
})

/** The operations on access. */
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
})
