import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { type Erasure, erasingOperations } from './erasure.ts'
import { type Erased, eraseAddress, eraseProspect, findProspectsOfEmail } from './sql.ts'

/** Erases people: see `createErasing`. */
export type Erasing = ReturnType<typeof createErasing>

interface ErasingOptions {
  db: Database
  /** Removes a record from the cache. */
  forgetPage(pattern: string): void
}

/** Creates the erasing of people. When it resolves, no table has anything of the person. */
export function createErasing({ db, forgetPage }: ErasingOptions) {
  function settle(done: Erased | undefined): Erasure[] {
    if (!done) return []
    for (const pattern of done.patterns) forgetPage(pattern)
    return [done.erasure]
  }

  async function eraseProspectsOf(organization: string, emailKey: string): Promise<Erasure[]> {
    const erasures: Erasure[] = []
    for (const id of await findProspectsOfEmail(db, organization, emailKey))
      erasures.push(...settle(await eraseProspect(db, organization, id)))
    return erasures
  }

  return {
    /** Throws `not-found`. */
    async eraseProspect(organization: string, id: string): Promise<Erasure> {
      const [erasure] = isId(id) ? settle(await eraseProspect(db, organization, id)) : []
      return erasure ?? throwNotFound('No prospect has this id.')
    },
    /** Erases all prospects of an address, and what the directory and lists have of it. Returns a receipt for each. Throws `not-found`. */
    async eraseEmail(organization: string, email: string): Promise<Erasure[]> {
      const { key } = parseEmail(email)
      const erasures = [
        ...(await eraseProspectsOf(organization, key)),
        ...settle(await eraseAddress(db, organization, key)),
        // Those that a campaign has made meanwhile of a list: nothing is left there to make another one of.
        ...(await eraseProspectsOf(organization, key)),
      ]
      return erasures.length > 0 ? erasures : throwNotFound('Nothing has this address.')
    },
  }
}

function throwNotFound(message: string): never {
  throw new DomainError('not-found', message)
}

/** Registers `DELETE /prospects/{id}`. */
export function erasingRoutes(app: FastifyInstance, erasing: Erasing): void {
  serve(app, erasingOperations.eraseProspect, (request) =>
    erasing.eraseProspect(request.owner.organization, request.params.id),
  )
}
