import { transact } from '../base/database/transaction.ts'
import { enqueueOrRestart } from '../base/jobs/sql.ts'
import { invalidField } from '../base/words/errors.ts'
import { seal } from '../base/words/sealed.ts'
import { CrmError } from './crm.ts'
import { createFactsOut } from './facts-out.ts'
import { createHubspot } from './hubspot/hubspot.ts'
import { createListsIn } from './lists-in.ts'
import { type ConnectionsOptions, notConnected, openConnection } from './open-connection.ts'
import type { ConnectedListPage, Connection } from './operations.ts'
import { deleteConnection, findConnection, storeConnection } from './sql.ts'
import { tokenKeyOf } from './token-key.ts'

/** The connections of organizations: see `createConnections`. */
export type Connections = ReturnType<typeof createConnections>

/** A token is sent in a header. */
const tokenForm = /^[\x21-\x7e]{10,1000}$/

/** Creates the room of the connections. */
export function createConnections(options: ConnectionsOptions) {
  const { db, jobs, config, allowPrivateAddresses } = options
  const crm = createHubspot({ url: config.hubspotUrl, allowPrivateAddresses })
  const parts = { ...options, crm }

  async function get(organization: string): Promise<Connection> {
    const row = await findConnection(db, organization)
    if (!row) throw notConnected()
    const { account: id, name, missingScopes, connectedAt } = row
    return { account: { id, name }, missingScopes, connectedAt: connectedAt.toISOString() }
  }

  return {
    get,
    /** Checks a token, and keeps it. Throws `invalid-field` where HubSpot does not take it. */
    async connect(organization: string, given: string): Promise<Connection> {
      const token = given.trim()
      if (!tokenForm.test(token))
        throw invalidField('token: must be an access token of HubSpot, such as pat-eu1-….')
      const { account, missingScopes } = await crm
        .open(token)
        .check()
        .catch((error) => {
          const isToken = error instanceof CrmError && error.failure === 'token'
          throw isToken
            ? invalidField('token: HubSpot does not accept it. Copy it again from HubSpot, all of it.')
            : error
        })
      const { id, name, host } = account
      const sealed = seal(token, await tokenKeyOf(options, organization))
      await transact(db, async (trx) => {
        const row = { account: id, name, host, missingScopes, token: sealed }
        const lists = await storeConnection(trx, organization, row)
        const again = lists.map((subject) => ({ organization, kind: 'segment' as const, subject }))
        await enqueueOrRestart(trx, { organization, kind: 'contacts', subject: 'hubspot' }, ...again)
      })
      jobs.wake('contacts')
      return get(organization)
    },
    async disconnect(organization: string): Promise<void> {
      if (!(await deleteConnection(db, organization))) throw notConnected()
    },
    async lists(organization: string, search: string): Promise<ConnectedListPage> {
      const { calls } = await openConnection(parts, organization)
      return { lists: await calls.searchLists(search) }
    },
    ...createListsIn(parts),
    contacts: createFactsOut(parts),
  }
}
