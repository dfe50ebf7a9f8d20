import { useState } from 'preact/hooks'
import type { AssistantAct } from '../../../service/assistants/operations.ts'
import { hrefOf } from '../../address.ts'
import { ask } from '../../api/client.ts'
import { may, type Role } from '../../api/session-state.ts'
import { makeAccessToken } from '../../api/settings.ts'
import { readTemplate, saveTemplate } from '../../api/templates.ts'
import { resetWords } from '../../api/words.ts'
import { Failed } from '../../parts/awaited.tsx'
import { byName, SelectField } from '../../parts/field.tsx'
import { Paged, type Part } from '../../parts/paged.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
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

/** Connects assistants, and shows what they changed. */
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
      <Paged ask={listActs} one="change" empty={<p class="quiet">No assistant has changed anything yet.</p>}>
        {(acts, reload) => (
          <Table
            caption="What assistants changed"
            className="short"
            rows={acts}
            keyOf={({ id }) => id}
            columns={[
              { title: 'What', cell: (act) => <What act={act} /> },
              { title: 'Who', cell: ({ user }) => user },
              { title: 'When', cell: ({ at }) => <Time at={at} /> },
              { title: 'Actions', isActions: true, cell: (act) => <Undo act={act} onUndone={reload} /> },
            ]}
          />
        )}
      </Paged>
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

/** What assistants changed, the latest first. */
async function listActs(cursor: string | undefined, signal?: AbortSignal): Promise<Part<AssistantAct>> {
  const { acts, ...rest } = await ask('GET /v1/assistants/acts', { query: { limit: 10, cursor }, signal })
  return { rows: acts, ...rest }
}

const said: Record<string, string> = {
  create_prospect: 'Added a person',
  search_prospects: 'Found a person',
  create_content: 'Made a page',
  delete_content: 'Deleted a page',
  save_template: 'Saved the template',
  create_campaign: 'Created a draft campaign',
  add_people: 'Added people to a campaign',
  set_words: 'Changed one person’s words',
}

function What({ act: { tool, prospect, campaign, template, version } }: { act: AssistantAct }) {
  const words = said[tool] ?? tool
  const to = template
    ? hrefOf('templates', template)
    : campaign
      ? hrefOf('campaigns', campaign)
      : prospect && hrefOf('people', prospect)
  const more = template ? ` ${template}${version === undefined ? '' : `, version ${version}`}` : ''
  return to ? (
    <a href={to}>
      {words}
      {more}
    </a>
  ) : (
    <span>{words}</span>
  )
}

/** How an act is undone. Undefined if that is done where the thing itself is. */
function undoOf(act: AssistantAct): (() => Promise<unknown>) | undefined {
  const { tool, content, item, template, version } = act
  if (tool === 'set_words' && content && item) return () => resetWords(content, Number(item))
  if (tool === 'save_template' && template && version !== undefined && version > 1)
    return async () => saveTemplate(template, (await readTemplate(template, version - 1)).yaml, version)
  return undefined
}

function Undo({ act, onUndone }: { act: AssistantAct; onUndone: () => void }) {
  const undo = undoOf(act)
  const [isUndone, setUndone] = useState(false)
  const action = useAction(async () => {
    await undo?.()
    setUndone(true)
    onUndone()
  })
  if (!undo || !may('editor')) return null
  return (
    <>
      {isUndone ? (
        <span role="status">Undone</span>
      ) : (
        <button type="button" title={said[act.tool]} disabled={action.isRunning} onClick={() => action.run()}>
          Undo
        </button>
      )}
      {action.failure && <Failed failure={action.failure} onTryAgain={action.tryAgain} />}
    </>
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
