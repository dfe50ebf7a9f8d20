import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { serve } from '../base/http/serve.ts'
import { limitEach } from '../base/limits.ts'
import { parseEmail } from '../base/words/email.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { type Erasure, erasingOperations } from './erasure.ts'
import { type Erased, eraseAddress, eraseProspect, findProspectsOfEmail } from './sql.ts'

/** Erases people: see `createErasing`. */
export interface Erasing {
  /** Erases a prospect and all that belongs to the person. Throws `not-found`. */
  eraseProspect(organization: string, id: string): Promise<Erasure>
  /**
   * Erases all prospects of an address, and its entries in the directory and in lists. Returns a receipt for each.
   * Throws `invalid-field` for an invalid address, and `not-found` where there is nothing.
   */
  eraseEmail(organization: string, email: string): Promise<Erasure[]>
}

interface ErasingOptions {
  db: Database
  /** Removes a record from the cache. */
  forgetPage(pattern: string): void
  /** Called after each erasing, for what is no table. */
  onErased(): void
}

/** Creates the erasing of people. When it resolves, no table has anything of the person; the archive loses it soon after. */
export function createErasing({ db, forgetPage, onErased }: ErasingOptions): Erasing {
  // Each locks the organization: see `lockCampaignSteps`.
  const inTurn = limitEach(1)

  async function eraseSettled(
    organization: string,
    erase: () => Promise<Erased | undefined>,
  ): Promise<Erasure | undefined> {
    const done = await inTurn(organization, erase)
    for (const pattern of done?.patterns ?? []) forgetPage(pattern)
    if (done) onErased()
    return done?.erasure
  }

  return {
    async eraseProspect(organization, id) {
      const erasure =
        isId(id) && (await eraseSettled(organization, () => eraseProspect(db, organization, id)))
      return erasure || throwNotFound('No prospect has this id.')
    },
    async eraseEmail(organization, email) {
      const { key } = parseEmail(email)
      const erasures: (Erasure | undefined)[] = []
      const eraseProspects = async () => {
        for (const id of await findProspectsOfEmail(db, organization, key))
          erasures.push(await eraseSettled(organization, () => eraseProspect(db, organization, id)))
      }
      await eraseProspects()
      erasures.push(await eraseSettled(organization, () => eraseAddress(db, organization, key)))
      // Those that a campaign has made meanwhile of a list: nothing is left there to make another one of.
      await eraseProspects()
      const done = erasures.filter((erasure) => erasure !== undefined)
      return done.length > 0 ? done : throwNotFound('Nothing has this address.')
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
