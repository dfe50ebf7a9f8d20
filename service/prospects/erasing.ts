import { parseEmail } from '../model/email.ts'
import type { Erasure } from '../model/erasure.ts'
import { DomainError } from '../model/errors.ts'
import { isId } from '../model/ids.ts'
import type { Database } from '../store/database.ts'
import { type Erased, eraseAddress, eraseProspect, findProspectsOfEmail } from '../store/erasing.ts'

/** Erases people: see `createErasing`. */
export interface Erasing {
  /** Erases a prospect and all that belongs to the person. Throws `not-found`. */
  eraseProspect(organization: string, id: string): Promise<Erasure>
  /**
   * Erases all prospects of an address, and what directory and lists have of it: a receipt for each. Throws
   * `invalid-field` for what is no address, `not-found` where nothing has it.
   */
  eraseEmail(organization: string, email: string): Promise<Erasure[]>
}

interface ErasingOptions {
  db: Database
  /** Resolves once what pages have reported is where it can be found. */
  settleEvents(): Promise<void>
  /** Forgets what is in memory under a pattern. */
  forgetPage(pattern: string): void
}

/** Creates what erases people. Nothing of them is in any table when it has resolved. */
export function createErasing({ db, settleEvents, forgetPage }: ErasingOptions): Erasing {
  async function settled(erase: () => Promise<Erased | undefined>): Promise<Erasure | undefined> {
    // So that the receipt counts what has been reported.
    await settleEvents().catch(() => {})
    const done = await erase()
    for (const pattern of done?.patterns ?? []) forgetPage(pattern)
    // What was being kept while it was erased finds no record any more, and goes.
    if (done) await settleEvents().catch(() => {})
    return done?.erasure
  }

  return {
    async eraseProspect(organization, id) {
      const erasure = isId(id) && (await settled(() => eraseProspect(db, organization, id)))
      return erasure || nobody('No prospect has this id.')
    },
    async eraseEmail(organization, email) {
      const { key } = parseEmail(email)
      const erasures: (Erasure | undefined)[] = []
      for (const id of await findProspectsOfEmail(db, organization, key))
        erasures.push(await settled(() => eraseProspect(db, organization, id)))
      erasures.push(await settled(() => eraseAddress(db, organization, key)))
      const done = erasures.filter((erasure) => erasure !== undefined)
      return done.length > 0 ? done : nobody('Nothing has this address.')
    },
  }
}

function nobody(message: string): never {
  throw new DomainError('not-found', message)
}
