import { useState } from 'preact/hooks'
import type { Role } from '../../api/session-state.ts'
import { makeAccessToken } from '../../api/settings.ts'
import { byName, SelectField } from '../../parts/field.tsx'
import { useAction } from '../../parts/use-action.ts'
import { NewSecret } from './new-secret.tsx'
import { RoleField } from './role-field.tsx'

type Client = keyof typeof clients

const json = (servers: string, type: string) => (url: string, token: string) =>
  `{ "${servers}": { "motif": { ${type}"url": "${url}",\n  "headers": { "Authorization": "Bearer ${token}" } } } }`

/** What each usual client is told, by its name. The token is handed in where the client keeps it. */
const clients = {
  Claude: (url: string, token: string) =>
    `claude mcp add --transport http motif ${url} \\\n  --header "Authorization: Bearer ${token}"`,
  ChatGPT: (url: string, token: string) =>
    `export MOTIF_TOKEN=${token}\ncodex mcp add motif --url ${url} \\\n  --bearer-token-env-var MOTIF_TOKEN`,
  Cursor: json('mcpServers', ''),
  'VS Code': json('servers', '"type": "http", '),
  Gemini: (url: string, token: string) =>
    `gemini mcp add --transport http \\\n  --header "Authorization: Bearer ${token}" motif ${url}`,
}

/** Where what is to be copied goes. */
const places: Record<Client, string> = {
  Claude: 'Paste it into a terminal with Claude Code.',
  ChatGPT: 'Paste it into a terminal with Codex; its desktop app reads the same settings.',
  Cursor: 'Put it into ~/.cursor/mcp.json.',
  'VS Code': 'Put it into .vscode/mcp.json.',
  Gemini: 'Paste it into a terminal with Gemini CLI.',
}

/** Connects assistants. */
export function Assistants({ onConnected }: { onConnected: () => void }) {
  const [isConnecting, setConnecting] = useState(false)
  return (
    <section class="card" aria-labelledby="assistants">
      <div class="heading">
        <h2 id="assistants">Assistants</h2>
        <button type="button" onClick={() => setConnecting(true)}>
          Connect an assistant
        </button>
      </div>
      <p class="quiet">
        An assistant makes drafts and reads results for you. Nobody sees what it makes until you open the
        campaign. To disconnect one, revoke its token below.
      </p>
      {isConnecting && (
        <Connect
          onClose={() => {
            setConnecting(false)
            onConnected()
          }}
        />
      )}
    </section>
  )
}

function Connect({ onClose }: { onClose: () => void }) {
  const [client, setClient] = useState<Client>('Claude')
  const [role, setRole] = useState<Role>('editor')
  const [token, setToken] = useState<string>()
  const create = useAction(async (key: string, wanted: { user: string; role: Role }) =>
    setToken((await makeAccessToken(wanted, key)).token),
  )
  return (
    <NewSecret
      title="Connect an assistant"
      shown={`${places[client]} It is not shown again.`}
      secret={token && clients[client](`${location.origin}/mcp`, token)}
      {...{ action: create, onClose }}
      onSubmit={() => create.run({ user: client, role })}
    >
      <SelectField
        label="Assistant"
        help="Its token gets this name."
        value={client}
        options={byName(Object.keys(clients) as Client[])}
        onChange={setClient}
      />
      <RoleField role={role} onChange={setRole} />
    </NewSecret>
  )
}
