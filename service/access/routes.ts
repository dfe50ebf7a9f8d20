import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../base/database/database.ts'
import { transact } from '../base/database/transaction.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import { serve } from '../base/http/schemas/operation.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { invalidField } from '../base/words/errors.ts'
import { isId } from '../base/words/ids.ts'
import { type Morning, nextMonday } from '../base/words/morning.ts'
import {
  addMember,
  changeRole,
  findMember,
  type MemberRow,
  removeMember,
  setReport,
  showMembers,
} from './members.ts'
import { accessOperations, type InvitedMember, type WeeklyReport } from './operations.ts'
import { createSignInLink } from './sessions.ts'
import type { Owner } from './sql.ts'
import { createToken, isPlainName, listTokens, revokeToken } from './tokens.ts'

/** Mails are read the next day. */
export const invitationSeconds = 24 * 60 * 60
/** Whoever asks for a link waits for it. */
export const signInLinkSeconds = 15 * 60

/** The mails to members: see `member-mails.ts`. */
export interface MemberMails {
  areSent: boolean
  /** Enqueues the invitation of a member, instead of one that waits. Then call `wake`. */
  invite(trx: Database, member: Pick<MemberRow, 'organization' | 'id' | 'email'>): Promise<void>
  /** Enqueues the answer to a stranger who says that this is their address: it is decided later who they are. */
  answerStranger(db: Database, email: string): Promise<void>
  wake(): void
}

interface AccessRoutesOptions {
  db: Database
  mails: MemberMails
  publicUrl: () => string
  config: { morning: Morning }
}

/** Registers `/tokens`, the access of an organization's programs, and `/members` and `/report`, that of its people. */
export function accessRoutes(app: FastifyInstance, options: AccessRoutesOptions): void {
  tokenRoutes(app, options)
  memberRoutes(app, options)
}

function tokenRoutes(app: FastifyInstance, { db }: AccessRoutesOptions): void {
  serve(app, accessOperations.listTokens, async ({ owner }) => ({
    tokens: (await listTokens(db, owner.organization)).map(({ organization: _, ...token }) => token),
  }))

  serve(app, accessOperations.createToken, async (request) => {
    const { role = 'admin', expiresInDays } = request.body
    const user = request.body.user.trim()
    if (!isPlainName(user)) {
      const rule = 'user: must be 1 to 100 characters, none of them / = or a comma.'
      throw invalidField(rule)
    }
    const wanted = { organization: request.owner.organization, user, role, expiresInDays }
    return transact(db, async (trx) => {
      const { organization: _, ...made } = await createToken(trx, wanted)
      await request.remember(trx, made)
      return made
    })
  })

  serve(app, accessOperations.revokeToken, async ({ owner, params: { id } }) => {
    const isRevoked = isId(id) && (await revokeToken(db, id, owner.organization))
    if (!isRevoked) throw new ApiError(40400, 'No valid token has this id.')
  })
}

function memberRoutes(app: FastifyInstance, { db, mails, publicUrl, config }: AccessRoutesOptions): void {
  /** Invites by mail, or by a link in the answer. */
  async function invite(
    request: FastifyRequest,
    find: (trx: Database, organization: string) => Promise<MemberRow>,
  ): Promise<InvitedMember> {
    const answer = await transact(db, async (trx) => {
      const row = await find(trx, request.owner.organization)
      if (mails.areSent) await mails.invite(trx, row)
      const link = mails.areSent ? undefined : await createSignInLink(trx, holderOf(row), invitationSeconds)
      const invited = {
        ...(await shown(row, trx)),
        ...(link && {
          url: `${publicUrl()}/console/sign-in?link=${link.secret}`,
          expiresAt: link.expiresAt.toISOString(),
        }),
      }
      await request.remember(trx, invited)
      return invited
    })
    mails.wake()
    return answer
  }

  async function shown({ organization, id }: Pick<MemberRow, 'organization' | 'id'>, trx = db) {
    const [member] = await showMembers(trx, organization, id)
    if (!member) throw unknown()
    return member
  }

  serve(app, accessOperations.listMembers, async ({ owner }) => ({
    members: await showMembers(db, owner.organization),
  }))

  serve(app, accessOperations.inviteMember, async (request) => {
    const { name, email, role = 'viewer' } = request.body
    const wanted = { name: nameOf(name), address: parseEmail(email), role }
    return invite(request, async (trx, organization) => {
      const row = await addMember(trx, organization, wanted)
      if (row) return row
      throw invalidField('email: a member has this address already.')
    })
  })

  serve(app, accessOperations.inviteAgain, (request) => {
    const { id } = request.params
    return invite(request, async (trx, organization) => {
      const row = isId(id) ? await findMember(trx, organization, id, true) : undefined
      if (row) return row
      throw unknown()
    })
  })

  serve(app, accessOperations.changeMember, async ({ owner, params: { id }, body: { role } }) => {
    if (!isId(id) || !(await changeRole(db, owner, id, role))) throw unknown()
    return shown({ ...owner, id })
  })

  serve(app, accessOperations.removeMember, async ({ owner, params: { id } }) => {
    if (!isId(id) || !(await removeMember(db, owner, id))) throw unknown()
  })

  async function reportOf({ organization, member }: Owner): Promise<WeeklyReport> {
    const row = mails.areSent && member ? await findMember(db, organization, member) : undefined
    if (!row) return { available: false, wanted: false }
    const nextAt = new Date(nextMonday(Date.now(), config.morning)).toISOString()
    return { available: true, wanted: row.report, ...(row.report && { nextAt }) }
  }

  serve(app, accessOperations.getReport, ({ owner }) => reportOf(owner))

  serve(app, accessOperations.setReport, async ({ owner, body: { wanted } }) => {
    const { organization, member } = owner
    if (!mails.areSent) throw invalidField('wanted: this service sends no mail (SMTP_URL).')
    if (!member) throw invalidField('wanted: the report is for members. Sign in as one of the team.')
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
  throw invalidField('name: must be 1 to 100 characters.')
}

function unknown(): ApiError {
  return new ApiError(40400, 'No member has this id.')
}
