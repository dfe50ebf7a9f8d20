import { type Crm, type CrmCalls, CrmError, type CrmList } from '../crm.ts'
import { type Ask, createAsk, type HubspotOptions, paths } from './ask.ts'
import { fieldsOfMotif, prepareFields, writeFields } from './fields.ts'
import { columns, readMembers, readRecords } from './people.ts'
import { contactPattern, contactType, recordUrl } from './record.ts'

/** Creates HubSpot’s side of a connection. */
export function createHubspot(options: HubspotOptions): Crm {
  const askWith = createAsk(options)
  const open = (token: string) => callsOf(askWith(token), token)
  return { name: 'HubSpot', titles: Object.keys(columns), recordUrl, contactPattern, open }
}

function callsOf(ask: Ask, token: string): CrmCalls {
  return {
    check: () => check(ask, token),
    async searchLists(query) {
      const asked = { query, count: 100, offset: 0, additionalProperties: ['hs_list_size'] }
      const { lists } = await ask<{ lists: FoundList[] }>(`${paths.lists}/search`, asked)
      return lists.filter(({ objectTypeId }) => objectTypeId === contactType).map(toList)
    },
    async findList(id) {
      const asked = ask<{ list: FoundList }>(`${paths.lists}/${encodeURIComponent(id)}`)
      const { list } = await asked.catch((error) => {
        const isGone = error instanceof CrmError && error.failure === 'gone'
        throw isGone ? new CrmError('gone', `HubSpot has no list ${id}. Choose another one.`) : error
      })
      if (list.objectTypeId === contactType) return toList(list)
      throw new CrmError('refused', `The list ${list.name} is not of contacts. Choose a list of contacts.`)
    },
    readList: (id) => readMembers(ask, id),
    prepareFields: () => prepareFields(ask),
    readFields: (ids) => readRecords(ask, 'contacts', ids, Object.keys(fieldsOfMotif)),
    writeFields: (contacts) => writeFields(ask, [...contacts]),
  }
}

const neededScopes = [
  'crm.lists.read',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.companies.read',
  'crm.schemas.contacts.read',
  'crm.schemas.contacts.write',
]

async function check(ask: Ask, token: string): ReturnType<CrmCalls['check']> {
  const details = await ask<{ portalId: number; portalName?: string; uiDomain?: string }>(paths.account)
  const { portalId: id, portalName, uiDomain: host = 'app.hubspot.com' } = details
  const account = { id: String(id), name: portalName ?? `HubSpot account ${id}`, host }
  // Of the token of a private app. What another one lacks, such as a service key, shows when it is used.
  const info = await ask<{ scopes?: string[] }>(paths.scopes, { tokenKey: token }).catch((error) => {
    if (error instanceof CrmError && error.refusal !== 'unavailable') return undefined
    throw error
  })
  const { scopes = neededScopes } = info ?? {}
  return { account, missingScopes: neededScopes.filter((scope) => !scopes.includes(scope)) }
}

interface FoundList {
  listId: string
  name: string
  objectTypeId: string
  processingType: string
  additionalProperties?: Record<string, string>
}

function toList({ listId, name, processingType, additionalProperties }: FoundList): CrmList {
  const size = additionalProperties?.hs_list_size
  return {
    id: String(listId),
    name,
    isActive: processingType === 'DYNAMIC',
    ...(size && { size: Number(size) }),
  }
}
