import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { accessOperations, type Token } from './token-operations.ts'
import { createToken, isPlainName, listTokens, revokeToken, type TokenListing } from './tokens.ts'

/** Registers `/tokens`: the access of an organization's programs. */
export function tokenRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, accessOperations.listTokens, async ({ owner }) => ({
    tokens: (await listTokens(db, owner.organization)).map(shown),
  }))

  serve(app, accessOperations.createToken, async (request) => {
    const { role = 'admin', expiresInDays } = request.body
    const wanted = {
      organization: request.owner.organization,
      user: userOf(request.body),
      role,
      expiresInDays,
    }
    return transact(db, async (trx) => {
      const { token, listing } = await createToken(trx, wanted)
      const answer = { ...shown(listing), token }
      await request.remember(trx, answer)
      return answer
    })
  })

  serve(app, accessOperations.revokeToken, async (request, reply) => {
    const { id } = request.params
    const isRevoked = isId(id) && (await revokeToken(db, id, request.owner.organization))
    if (!isRevoked) throw new ApiError(40400, 'No valid token has this id.')
    return reply.code(204).send()
  })
}

function userOf({ user }: { user: string }): string {
  const name = user.trim()
  if (isPlainName(name)) return name
  throw new DomainError('invalid-field', 'user: must be 1 to 100 characters, none of them / = or a comma.')
}

function shown({ id, user, role, state, createdAt, expiresAt }: TokenListing): Token {
  const known = { id, user, role, state, createdAt: createdAt.toISOString() }
  return expiresAt ? { ...known, expiresAt: expiresAt.toISOString() } : known
}
