import { type Static, Type } from 'typebox'
import { component, dateTimeField, optionalText, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, read, remove, replace } from '../base/http/schemas/operation.ts'

const Connection = component('Connection', {
  account: Type.Object({ id: textField('ID of the account there'), name: textField('What it is called') }),
  missingScopes: Type.Array(Type.String(), {
    description: 'Scopes that Motif needs and the token lacks, by their names there',
  }),
  connectedAt: dateTimeField('When the token was entered'),
})

const ConnectedList = Type.Object({
  id: textField('ID of the list'),
  name: textField('Its name'),
  size: Type.Optional(Type.Integer({ description: 'How many contacts are in it' })),
  isActive: Type.Boolean({ description: 'Whether HubSpot keeps it up to date by a filter' }),
})
const lists = Type.Array(ConnectedList, { description: '100 at most: search for others' })

export type Connection = Static<typeof Connection>
export type ConnectedList = Static<typeof ConnectedList>

const path = '/connections/hubspot'

/** The operations on connections. */
export const connectionOperations = operationsOf('Connection', {
  connectHubspot: replace({
    path,
    role: 'admin',
    summary: 'Connect HubSpot, or replace the token; it is checked at once, and never shown',
    body: Type.Object({ token: textField('Access token of a private app, or a service key') }),
    answers: answer(Connection),
    errors: [50300],
  }),
  getHubspot: read({
    path,
    role: 'admin',
    summary: 'Get the connection to HubSpot',
    answers: answer(Connection),
    errors: [40400],
  }),
  disconnectHubspot: remove({ path, role: 'admin', summary: 'Disconnect HubSpot', errors: [40400] }),
  searchHubspotLists: read({
    path: `${path}/lists`,
    role: 'editor',
    summary: 'Find HubSpot lists (segments) of contacts by name',
    querystring: Type.Object({ search: optionalText('Words of the name') }),
    answers: answer(component('ConnectedLists', { lists })),
    errors: [40001, 40400],
  }),
})
