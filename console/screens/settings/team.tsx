import { useState } from 'preact/hooks'
import type { InvitedMember, Member, MemberBody } from '../../../service/access/operations.ts'
import { ask } from '../../api/client.ts'
import type { Role } from '../../api/session-state.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { byName, Select, TextField } from '../../parts/field.tsx'
import { FirstRows } from '../../parts/first-rows.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { State } from '../../parts/state.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSaved } from '../../parts/use-saved.ts'
import { ShownOnce } from './new-secret.tsx'
import { RoleField } from './role-field.tsx'

/** The people of the organization: their roles, when they were seen, buttons that invite and remove. */
export function Team() {
  const loaded = useLoaded(async (signal) => (await ask('GET /v1/members', { signal })).members)
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<InvitedMember>()
  const { reload } = loaded
  const told = (member: InvitedMember) => {
    setInvited(member)
    reload()
  }
  const removed = (id: string) => {
    // Their link signs nobody in any more.
    setInvited((before) => (before?.id === id ? undefined : before))
    reload()
  }
  const { saved: given, noteWhile } = useSaved<{ id: string; role: Role }>(
    loaded.state === 'there' ? loaded.value : undefined,
  )
  const change = useAction(async (_key: string, id: string, role: Role) => {
    const give = () => ask('PATCH /v1/members/:id', { params: { id }, json: { role } })
    await noteWhile({ id, role }, give).finally(reload)
  })
  const again = useAction(async (_key: string, id: string) =>
    told(await ask('POST /v1/members/:id/invite', { params: { id } })),
  )
  const failed = change.failure ? change : again
  return (
    <section class="card" aria-labelledby="team">
      <div class="heading">
        <h2 id="team">Team</h2>
        <button type="button" onClick={() => setInviting(true)}>
          Invite
        </button>
      </div>
      {invited && <Invited member={invited} />}
      <Awaited loaded={loaded}>
        {(members) =>
          members.length === 0 ? (
            <p class="quiet">Nobody yet. Whoever you invite gets a link that signs them in.</p>
          ) : (
            <FirstRows rows={members}>
              {(rows) => (
                <Table
                  caption="Members"
                  className="short members"
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={[
                    { title: 'Name', cell: ({ name }) => name },
                    { title: 'Address', cell: ({ email }) => <Breakable text={email} /> },
                    {
                      title: 'Role',
                      cell: ({ id, name, role }) => (
                        <Select
                          aria-label={`Role of ${name}`}
                          value={given?.id === id ? given.role : role}
                          options={byName<Role>(['viewer', 'editor', 'admin'])}
                          disabled={change.isRunning}
                          onChange={(to) => change.run(id, to)}
                        />
                      ),
                    },
                    { title: 'Last seen', cell: (member) => <Seen member={member} /> },
                    {
                      title: 'Actions',
                      isActions: true,
                      cell: (member) => (
                        <span class="buttons">
                          {!member.seenAt && (
                            <button
                              type="button"
                              class="plain"
                              aria-label={`Send again to ${member.name}`}
                              disabled={again.isRunning}
                              onClick={() => again.run(member.id)}
                            >
                              Send again
                            </button>
                          )}
                          <Remove member={member} onRemoved={removed} />
                        </span>
                      ),
                    },
                  ]}
                />
              )}
            </FirstRows>
          )
        }
      </Awaited>
      {failed.failure && <Failed failure={failed.failure} onTryAgain={failed.tryAgain} />}
      {isInviting && <Invite onInvited={told} onClose={() => setInviting(false)} />}
    </section>
  )
}

function Seen({ member: { seenAt, invitation } }: { member: Member }) {
  if (seenAt) return <Time at={seenAt} />
  if (!invitation) return <State tone="odd">invited</State>
  const { state, problem } = invitation
  return (
    <>
      {state === 'failed' ? <State tone="bad">not sent</State> : <State tone="odd">being sent</State>}
      {problem && <p class="quiet">{problem}</p>}
    </>
  )
}

function Invited({ member: { url, name, email } }: { member: InvitedMember }) {
  if (url !== undefined)
    return (
      <ShownOnce
        what={`No mail server is set, so send ${name} this link yourself. It signs in once, within 24 hours.`}
        secret={url}
      />
    )
  return (
    <p class="notice good" role="status">
      A link is on its way to {email}. It signs in once, within 24 hours.
    </p>
  )
}

type Draft = Required<MemberBody>

const nobody: Draft = { name: '', email: '', role: 'viewer' }

interface InviteProps {
  onInvited: (member: InvitedMember) => void
  onClose: () => void
}

function Invite({ onInvited, onClose }: InviteProps) {
  const { value, keep, drop } = useDraft<Draft>('invitation')
  const draft = value ?? nobody
  const [problems, setProblems] = useState<{ name?: string; email?: string }>({})
  const send = useAction(async (key: string, wanted: Draft) => {
    onInvited(await ask('POST /v1/members', { json: wanted, key }))
    drop()
    onClose()
  })

  function submit() {
    const wanted = { ...draft, name: draft.name.trim(), email: draft.email.trim() }
    const found = {
      ...(!wanted.name && { name: 'Enter a name.' }),
      ...(!wanted.email.includes('@') && { email: 'Enter an e-mail address.' }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) send.run(wanted)
  }

  return (
    <FormDialog
      title="Invite a colleague"
      yes="Invite"
      action={send}
      onSubmit={submit}
      {...{ drop, onClose }}
    >
      <TextField
        label="Name"
        problem={problems.name}
        value={draft.name}
        autocomplete="off"
        onInput={(name) => keep({ ...draft, name })}
      />
      <TextField
        label="Address"
        help="The e-mail address they sign in with."
        problem={problems.email}
        type="email"
        value={draft.email}
        autocomplete="off"
        onInput={(email) => keep({ ...draft, email })}
      />
      <RoleField role={draft.role} onChange={(role) => keep({ ...draft, role })} />
    </FormDialog>
  )
}

interface RemoveProps {
  member: Member
  onRemoved: (id: string) => void
}

function Remove({ member: { id, name }, onRemoved }: RemoveProps) {
  return (
    <AskFirst
      yes="Remove"
      name={`Remove ${name}`}
      title={`Remove ${name}?`}
      act={() => ask('DELETE /v1/members/:id', { params: { id } }).then(() => onRemoved(id))}
    >
      <p>
        {name} is signed out everywhere at once, and can no longer sign in. What {name} made stays. You can
        invite them again.
      </p>
    </AskFirst>
  )
}
