import { useState } from 'preact/hooks'
import type { Connection } from '../../../service/connections/operations.ts'
import { ask, Failure } from '../../api/client.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Awaited } from '../../parts/awaited.tsx'
import { TextField } from '../../parts/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Time } from '../../parts/time.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The connection to HubSpot: whose account it is, and what its token may not do. */
export function HubspotConnection() {
  const loaded = useLoaded(findHubspot)
  const [isConnecting, setConnecting] = useState(false)
  return (
    <section class="card" aria-labelledby="connections">
      <div class="heading">
        <h2 id="connections">Connections</h2>
        <button type="button" onClick={() => setConnecting(true)}>
          Connect HubSpot
        </button>
      </div>
      <p class="quiet">
        Fill campaigns from lists of HubSpot, and see there in each contact who visited and what they read.
      </p>
      <Awaited loaded={loaded}>
        {(connection) => connection && <Connected {...connection} onDisconnected={loaded.reload} />}
      </Awaited>
      {isConnecting && <Connect onConnected={loaded.reload} onClose={() => setConnecting(false)} />}
    </section>
  )
}

/** The connection to HubSpot; undefined if there is none. */
async function findHubspot(signal: AbortSignal): Promise<Connection | undefined> {
  return ask('GET /v1/connections/hubspot', { signal }).catch((error) => {
    if (error instanceof Failure && error.status === 404) return undefined
    throw error
  })
}

const scopeWords: Record<string, string> = {
  'crm.lists.read': 'read lists',
  'crm.objects.contacts.read': 'read contacts',
  'crm.objects.contacts.write': 'write into contacts',
  'crm.objects.companies.read': 'read companies',
  'crm.schemas.contacts.read': 'read which properties contacts have',
  'crm.schemas.contacts.write': 'make properties of contacts',
}

function Connected({
  account,
  missingScopes,
  connectedAt,
  ...of
}: Connection & { onDisconnected: () => void }) {
  const { id, name } = account
  return (
    <>
      <p>
        HubSpot: <strong>{name}</strong>
        {!name.includes(id) && ` (${id})`}, since <Time at={connectedAt} />
      </p>
      {missingScopes.length > 0 && (
        <p class="notice bad">
          Motif may not {missingScopes.map((scope) => scopeWords[scope]).join(', ')}. In HubSpot, where the
          token was created, add {missingScopes.join(', ')}.
        </p>
      )}
      <div class="buttons">
        <AskFirst
          yes="Disconnect"
          title="Disconnect HubSpot?"
          act={() => ask('DELETE /v1/connections/hubspot', {}).then(of.onDisconnected)}
        >
          <p>
            Lists are read no more, and nothing is written into contacts. The people in campaigns stay, and so
            does what HubSpot has.
          </p>
        </AskFirst>
      </div>
    </>
  )
}

function Connect({ onConnected, onClose }: { onConnected: () => void; onClose: () => void }) {
  const [token, setToken] = useState('')
  const connect = useAction(async () => {
    await ask('PUT /v1/connections/hubspot', { json: { token } })
    onConnected()
    onClose()
  })
  return (
    <FormDialog
      title="Connect HubSpot"
      yes="Connect"
      action={connect}
      isIncomplete={!token.trim()}
      onSubmit={connect.run}
      onClose={onClose}
    >
      <p>In HubSpot, create a service key (Development → Keys → Service keys) with these scopes:</p>
      <p class="quiet">{Object.keys(scopeWords).join(', ')}</p>
      <TextField
        label="Access token"
        help="It is stored encrypted, and never shown again."
        type="password"
        autocomplete="off"
        value={token}
        onInput={setToken}
      />
    </FormDialog>
  )
}
