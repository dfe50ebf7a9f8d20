import type { FastifyInstance } from 'fastify'
import { chooseOrganization } from '../access/tokens.ts'
import { type Command, readArguments } from '../base/commands/command.ts'
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
  async function settle(erasing: Promise<Erased | undefined>): Promise<Erasure[]> {
    const { erasure, patterns = [] } = (await erasing) ?? {}
    for (const pattern of patterns) forgetPage(pattern)
    return erasure ? [erasure] : []
  }

  async function eraseProspectsOf(organization: string, emailKey: string): Promise<Erasure[]> {
    const erasures: Erasure[] = []
    for (const id of await findProspectsOfEmail(db, organization, emailKey))
      erasures.push(...(await settle(eraseProspect(db, organization, id))))
    return erasures
  }

  return {
    /** Throws `not-found`. */
    async eraseProspect(organization: string, id: string): Promise<Erasure> {
      const [erasure] = isId(id) ? await settle(eraseProspect(db, organization, id)) : []
      return erasure ?? throwNotFound('No prospect has this id.')
    },
    /**
     * Erases all prospects of an address, and what the directory and lists have of it. Returns a receipt for each. Throws
     * `not-found`.
     */
    async eraseEmail(organization: string, email: string): Promise<Erasure[]> {
      const { key } = parseEmail(email)
      const erasures = [
        ...(await eraseProspectsOf(organization, key)),
        ...(await settle(eraseAddress(db, organization, key))),
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

export const eraseCommand: Command<{ db: Database; erasing: Erasing }> = {
  name: 'erase',
  usage: 'EMAIL --organization NAME',
  summary: 'erases a person, and prints a receipt for each prospect as JSON',
  help: {
    options: { EMAIL: 'the address, in any case', '--organization NAME': 'whose person it is' },
    examples: ['erase jane.doe@acme.example --organization acme'],
    notes: ['It cannot be undone. The receipt names nobody: keep it.'],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { positions: ['EMAIL'], options: { organization: true } })
    return async ({ rooms, out }) => {
      const organization = await chooseOrganization(rooms.db, given.organization)
      for (const erasure of await rooms.erasing.eraseEmail(organization, given.EMAIL ?? ''))
        out(`${JSON.stringify(erasure)}\n`)
      return 0
    }
  },
}
