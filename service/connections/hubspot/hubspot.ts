import type { GuardOptions } from '../../base/net/address-guard.ts'
import { type Crm, type CrmAccount, type CrmCalls, CrmError } from '../crm.ts'
import type { ConnectedList } from '../operations.ts'
import { type Ask, createAsk, paths } from './ask.ts'
import { columns, fieldsOfMotif, prepareFields, readMembers, readRecords, writeFields } from './contacts.ts'

/** The type of contacts among HubSpot’s objects. */
const contactType = '0-1'

/** Creates HubSpot’s side of a connection. @param url `HUBSPOT_URL` */
export function createHubspot(url: string, guard: GuardOptions): Crm {
  const askWith = createAsk(url, guard)
  return {
    name: 'HubSpot',
    titles: Object.keys(columns),
    recordUrl: ({ account, host }, contact) =>
      `https://${host}/contacts/${account}/record/${contactType}/${contact}`,
    open: (token) => callsOf(askWith(token), token),
  }
}

/** A regular expression that finds the id of a contact in cells that have its `recordUrl`. */
export function contactPattern(account: string): string {
  return `/contacts/${account}/record/${contactType}/([0-9]+)`
}

function callsOf(ask: Ask, token: string): CrmCalls {
  const names = fieldsOfMotif.map(({ name }) => name)
  return {
    check: () => check(ask, token),
    searchLists: (search) => searchLists(ask, search),
    async findList(id, before = id) {
      const asked = ask<{ list: FoundList }>(`${paths.lists}/${encodeURIComponent(id)}`)
      const { list } = await asked.catch((error) => {
        const isGone = error instanceof CrmError && error.failure === 'gone'
        throw isGone
          ? new CrmError('gone', `HubSpot does not have the list ${before} any more. ${stays}`)
          : error
      })
      if (list.objectTypeId === contactType) return list.name
      throw new CrmError('refused', `The list ${list.name} is not of contacts. Choose a list of contacts.`)
    },
    readList: (id) => readMembers(ask, id),
    prepareFields: () => prepareFields(ask),
    readFields: (ids) => readRecords(ask, 'contacts', ids, names),
    writeFields: (contacts) => writeFields(ask, [...contacts]),
  }
}

const stays = 'Choose another one; who is in the campaign stays.'

const neededScopes = [
  'crm.lists.read',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.companies.read',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
]

async function check(ask: Ask, token: string): Promise<CrmAccount> {
  const details = await ask<{ portalId: number; portalName?: string; uiDomain?: string }>(paths.account)
  const { portalId, portalName, uiDomain: host = 'app.hubspot.com' } = details
  // Of the token of a private app. What another one lacks, such as a service key, shows when it is used.
  const info = await ask<{ scopes?: string[] }>(paths.scopes, { tokenKey: token }).catch((error) => {
    if (error instanceof CrmError && error.refusal !== 'unavailable') return undefined
    throw error
  })
  const missingScopes = neededScopes.filter((scope) => info?.scopes && !info.scopes.includes(scope))
  return { account: String(portalId), name: portalName ?? `HubSpot account ${portalId}`, host, missingScopes }
}

interface FoundList {
  listId: string
  name: string
  objectTypeId: string
  processingType: string
  additionalProperties?: Record<string, string>
}

async function searchLists(ask: Ask, query: string): Promise<ConnectedList[]> {
  const asked = { query, count: 100, offset: 0, additionalProperties: ['hs_list_size'] }
  const { lists } = await ask<{ lists: FoundList[] }>(`${paths.lists}/search`, asked)
  const ofContacts = lists.filter(({ objectTypeId }) => objectTypeId === contactType)
  return ofContacts.map(({ listId, name, processingType, additionalProperties }) => {
    const size = additionalProperties?.hs_list_size
    return {
      id: String(listId),
      name,
      isActive: processingType === 'DYNAMIC',
      ...(size && { size: Number(size) }),
    }
  })
}
