import { type Static, Type } from '@fastify/type-provider-typebox'
import { type Role, roles } from '../../model/role.ts'
import { dateTimeField, idField, oneOf } from './fields.ts'

const role = oneOf<Role>(roles, 'What its owner may do')
const tokenId = idField('ID of the token')
const user = Type.String({ description: 'Whose it is: 1 to 100 characters, none of them / = or a comma' })

const token = {
  id: tokenId,
  user,
  role,
  state: Type.Unsafe<TokenState>({ type: 'string', enum: ['valid', 'expired', 'revoked'] }),
  createdAt: dateTimeField('Creation time'),
  expiresAt: Type.Optional(dateTimeField('From then on it is not valid; left out where it does not expire')),
}
type TokenState = 'valid' | 'expired' | 'revoked'

const listed = Type.Object(token, { $id: 'Token', additionalProperties: false })

const made = Type.Object(
  { ...token, token: Type.String({ description: 'The token itself, which is shown once' }) },
  { $id: 'NewToken', additionalProperties: false },
)

const list = Type.Object(
  { tokens: Type.Array(Type.Ref('Token#'), { description: 'Oldest first' }) },
  { $id: 'TokenList', additionalProperties: false },
)

const invitation = Type.Object(
  {
    id: tokenId,
    url: Type.String({ description: 'The link that signs in once' }),
    expiresAt: dateTimeField('From then on the link signs in no more'),
  },
  { $id: 'Invitation', additionalProperties: false },
)

/** What the operations on tokens answer. */
export const tokenSchemas = [listed, made, list, invitation]

/** Body of `POST /tokens`. */
export const TokenBody = Type.Object({
  user,
  role: Type.Optional({ ...role, description: 'By default admin' }),
  expiresInDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 36_500, description: 'Left out, it does not expire' }),
  ),
})

/** Body of `POST /invitations`. */
export const InvitationBody = Type.Object({
  user,
  role: Type.Optional({ ...role, description: 'By default viewer' }),
})

export type TokenBody = Static<typeof TokenBody>
export type InvitationBody = Static<typeof InvitationBody>
