import type { FastifyInstance } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { DomainError } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { type Morning, nextMonday } from '../base/words/morning.ts'
import { type InvitedMember, type Member, memberOperations, type WeeklyReport } from './member-operations.ts'
import {
  addMember,
  changeRole,
  findMember,
  listMembers,
  lockMember,
  type MemberRow,
  removeMember,
  setReport,
} from './members.ts'
import { createSignInLink } from './sessions.ts'
import type { Owner } from './tokens.ts'

/** Mails are read the next day. */
export const invitationSeconds = 24 * 60 * 60
/** Whoever asks for a link waits for it. */
export const signInLinkSeconds = 15 * 60

/** What became of the mail that invites a member. */
type InvitationState = NonNullable<Member['invitation']>

/** The mails to members: see `member-mails.ts`. */
export interface MemberMails {
  /** Whether a mail server is set. Without one, what was enqueued before waits. */
  areSent: boolean
  /** Enqueues the invitation of a member, instead of one that waits. Then call `wake`. */
  invite(trx: Database, member: Pick<MemberRow, 'organization' | 'id' | 'email'>): Promise<void>
  /** Drops the invitation that waits for a member: they get a link in another way. */
  withdraw(trx: Database, member: Pick<MemberRow, 'organization' | 'id'>): Promise<void>
  /** Enqueues the answer to a stranger who says that this is their address: it is decided later who they are. */
  answerStranger(db: Database, email: string): Promise<void>
  /** Of the members of an organization, those whose invitation was not sent yet. */
  invitations(db: Database, organization: string): Promise<Map<string, InvitationState>>
  wake(): void
}

interface MemberRoutesOptions {
  db: Database
  mails: MemberMails
  publicUrl: () => string
  config: { morning: Morning }
}

/** Registers `/members` and `/report`. */
export function memberRoutes(app: FastifyInstance, options: MemberRoutesOptions): void {
  const { db, mails, publicUrl, config } = options

  /** By mail, or as a link in the answer. */
  async function invite(trx: Database, row: MemberRow): Promise<InvitedMember> {
    if (mails.areSent) {
      await mails.invite(trx, row)
      return toMember(row, { state: 'waiting' })
    }
    await mails.withdraw(trx, row)
    const { secret, expiresAt } = await createSignInLink(trx, holderOf(row), invitationSeconds)
    const url = `${publicUrl()}/console/sign-in?link=${secret}`
    return { ...toMember(row), url, expiresAt: expiresAt.toISOString() }
  }

  serve(app, memberOperations.listMembers, async ({ owner }) => {
    const rows = await listMembers(db, owner.organization)
    const invitations = await mails.invitations(db, owner.organization)
    return { members: rows.map((row) => toMember(row, invitations.get(row.id))) }
  })

  serve(app, memberOperations.inviteMember, async (request) => {
    const { organization } = request.owner
    const { role = 'viewer' } = request.body
    const wanted = { name: nameOf(request.body.name), address: parseEmail(request.body.email), role }
    const answer = await transact(db, async (trx) => {
      const row = await addMember(trx, organization, wanted)
      if (!row) throw new DomainError('invalid-field', 'email: a member has this address already.')
      const invited = await invite(trx, row)
      await request.remember(trx, invited)
      return invited
    })
    mails.wake()
    return answer
  })

  serve(app, memberOperations.inviteAgain, async (request) => {
    const { owner, params } = request
    const answer = await transact(db, async (trx) => {
      const row = isId(params.id) && (await lockMember(trx, owner.organization, params.id))
      if (!row) throw unknown()
      const invited = await invite(trx, row)
      await request.remember(trx, invited)
      return invited
    })
    mails.wake()
    return answer
  })

  serve(app, memberOperations.changeMember, async ({ owner, params: { id }, body: { role } }) => {
    const row = isId(id) && (await changeRole(db, owner, id, role))
    if (!row) throw unknown()
    const invitations = await mails.invitations(db, owner.organization)
    return toMember(row, invitations.get(id))
  })

  serve(app, memberOperations.removeMember, async ({ owner, params: { id } }, reply) => {
    if (!isId(id) || !(await removeMember(db, owner, id))) throw unknown()
    return reply.code(204).send()
  })

  async function reportOf({ organization, member }: Owner): Promise<WeeklyReport> {
    const row = mails.areSent && member ? await findMember(db, organization, member) : undefined
    if (!row) return { available: false, wanted: false }
    const nextAt = new Date(nextMonday(Date.now(), config.morning)).toISOString()
    return { available: true, wanted: row.report, ...(row.report && { nextAt }) }
  }

  serve(app, memberOperations.getReport, ({ owner }) => reportOf(owner))

  serve(app, memberOperations.setReport, async ({ owner, body: { wanted } }) => {
    const { organization, member } = owner
    if (!mails.areSent)
      throw new DomainError('invalid-field', 'wanted: this service sends no mail (SMTP_URL).')
    if (!member)
      throw new DomainError(
        'invalid-field',
        'wanted: the report goes to members. Sign in as one of the team.',
      )
    await setReport(db, { organization, member }, wanted ? nextMonday(Date.now(), config.morning) : undefined)
    return reportOf(owner)
  })
}

/** A member as whom a session is for. */
export function holderOf({ organization, name, role, id }: MemberRow) {
  return { organization, user: name, role, member: id }
}

function nameOf(text: string): string {
  const name = text.trim()
  if (/^[^\p{Cc}]{1,100}$/u.test(name)) return name
  throw new DomainError('invalid-field', 'name: must be 1 to 100 characters.')
}

function toMember(row: MemberRow, invitation?: InvitationState): Member {
  const { id, name, email, role, created_at, seen_at } = row
  const known = { id, name, email, role, createdAt: created_at.toISOString() }
  return {
    ...known,
    ...(seen_at && { seenAt: seen_at.toISOString() }),
    ...(invitation && { invitation }),
  }
}

function unknown(): ApiError {
  return new ApiError(40400, 'No member has this id.')
}
