import { answer, create, idOf, operationsOf, read, remove } from '../base/http/schemas/operation.ts'
import { ShownToken, TokenBody, TokenList } from './token-schemas.ts'

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
