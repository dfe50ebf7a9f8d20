import { useState } from 'preact/hooks'
import type { Token } from '../../../service/access/operations.ts'
import { ask } from '../../api/client.ts'
import type { Role } from '../../api/session-state.ts'
import { makeAccessToken } from '../../api/settings.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Awaited } from '../../parts/awaited.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { TextField } from '../../parts/field.tsx'
import { FirstRows } from '../../parts/first-rows.tsx'
import { State } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { NewSecret } from './new-secret.tsx'
import { RoleField } from './role-field.tsx'

/** The tokens of the organization's programs: who has which role, and a button to revoke one. */
export function Tokens() {
  const loaded = useLoaded(async (signal) => (await ask('GET /v1/tokens', { signal })).tokens)
  const [isMaking, setMaking] = useState(false)
  return (
    <section class="card" aria-labelledby="tokens">
      <div class="heading">
        <h3 id="tokens">Access tokens</h3>
        <button type="button" onClick={() => setMaking(true)}>
          New token
        </button>
      </div>
      <Awaited loaded={loaded}>
        {(tokens) => (
          <FirstRows rows={tokens}>
            {(rows) => (
              <Table
                caption="Access tokens"
                className="short"
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  { title: 'User', cell: ({ user }) => user },
                  { title: 'Role', cell: ({ role }) => role },
                  { title: 'State', cell: (token) => <StateOf token={token} /> },
                  { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
                  {
                    title: 'Actions',
                    isActions: true,
                    cell: (token) =>
                      token.state === 'valid' && <Revoke token={token} onRevoked={loaded.reload} />,
                  },
                ]}
              />
            )}
          </FirstRows>
        )}
      </Awaited>
      {isMaking && (
        <NewToken
          onClose={() => {
            setMaking(false)
            loaded.reload()
          }}
        />
      )}
    </section>
  )
}

function StateOf({ token: { state, expiresAt } }: { token: Token }) {
  if (state === 'revoked') return <State tone="bad">revoked</State>
  if (state === 'expired') return <State tone="odd">expired</State>
  return (
    <State tone="good">
      {expiresAt ? (
        <>
          valid until <Time at={expiresAt} />
        </>
      ) : (
        'valid'
      )}
    </State>
  )
}

function NewToken({ onClose }: { onClose: () => void }) {
  const { value, keep, drop } = useDraft<{ user: string; role: Role }>('new token')
  const { user, role } = value ?? { user: '', role: 'editor' }
  const [problem, setProblem] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const create = useAction(async (key: string, wanted: { user: string; role: Role }) => {
    setSecret((await makeAccessToken(wanted, key)).token)
    drop()
  })

  function start() {
    setProblem(user.trim() ? undefined : 'Say who or what the token is for.')
    if (user.trim()) create.run({ user: user.trim(), role })
  }

  return (
    <NewSecret
      title="New token"
      shown="Copy it now: it is not shown again."
      {...{ secret, action: create, drop, onClose }}
      onSubmit={start}
    >
      <TextField
        label="User"
        help="Content that is made with it names this user."
        problem={problem}
        value={user}
        onInput={(typed) => keep({ user: typed, role })}
      />
      <RoleField role={role} onChange={(to) => keep({ user, role: to })} />
    </NewSecret>
  )
}

function Revoke({ token: { id, user }, onRevoked }: { token: Token; onRevoked: () => void }) {
  return (
    <AskFirst
      yes="Revoke"
      hint={`The token of ${user}`}
      title={`Revoke the token of ${user}?`}
      act={() => ask('DELETE /v1/tokens/:id', { params: { id } }).then(onRevoked)}
    >
      <p>
        Programs that use it are refused at once, and sessions that came from it end. This cannot be undone.
      </p>
    </AskFirst>
  )
}
