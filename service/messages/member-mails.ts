import { findMember, findMembersByAddress, type MemberRow } from '../access/members.ts'
import { holderOf, invitationSeconds, type MemberMails, signInLinkSeconds } from '../access/routes.ts'
import { createSignInLink } from '../access/sessions.ts'
import type { MailType } from '../base/outbox/happenings.ts'
import { parseEmail } from '../base/words/addresses.ts'
import type { Mail } from './mail.ts'
import { linked, mailOf, paragraph } from './mail-text.ts'
import { addMail, type Message } from './sql.ts'
import { type ReportSources, writeReport } from './weekly-report.ts'

/** Creates the mails to members. */
export function createMemberMails({ areSent, wake }: Pick<MemberMails, 'areSent' | 'wake'>): MemberMails {
  return {
    areSent,
    wake,
    invite: (trx, { organization, id, email }) =>
      addMail(trx, { organization, type: 'mail.invitation', address: email, member: id }),
    // Strangers belong to no organization.
    answerStranger: (db, email) =>
      addMail(db, { organization: '', type: 'mail.sign-in', address: email, member: null }),
  }
}

type Written = Omit<Mail, 'id'>
type Write = (sources: ReportSources, message: Message) => Promise<Written | undefined>

/**
 * What a mail says. It is written when it is sent, with links that are made then: no secret waits in the database.
 * Undefined if nobody is to get it.
 */
export const writeMail: Write = (sources, message) => writers[message.type as MailType](sources, message)

const writers: Record<MailType, Write> = {
  async 'mail.invitation'(sources, { organization, member }) {
    const row = await findMember(sources.db, organization, member ?? '')
    if (!row) return undefined
    const before = `${row.name}, you are invited to Motif, for ${row.organization}.`
    const link = await linkFor(sources, row, invitationSeconds)
    const after = `The link signs you in once, within 24 hours. Later, ask for another one at ${sources.publicUrl()}/console.`
    const parts = [paragraph(before), link, paragraph(after)]
    return mailOf({ to: row.email, subject: 'Your invitation to Motif', parts, ending })
  },
  async 'mail.sign-in'(sources, { address }) {
    const rows = await findMembersByAddress(sources.db, parseEmail(address ?? ''))
    const [first] = rows
    if (!first) return undefined
    const before = 'Somebody, probably you, asked for a link into Motif.'
    const links = await Promise.all(rows.map((row) => linkFor(sources, row, signInLinkSeconds)))
    const after = 'It works once, within 15 minutes. If you did not ask for it, there is nothing to do.'
    // To the address that was invited: another spelling of it may be another mailbox.
    const parts = [paragraph(before), ...links, paragraph(after)]
    return mailOf({ to: first.email, subject: 'Sign in to Motif', parts, ending })
  },
  async 'mail.report'(sources, { organization, member, happened_at }) {
    const row = await findMember(sources.db, organization, member ?? '')
    return row?.report ? writeReport(sources, row, happened_at.getTime()) : undefined
  },
}

async function linkFor({ db, publicUrl }: ReportSources, row: MemberRow, seconds: number) {
  const { secret } = await createSignInLink(db, holderOf(row), seconds)
  return linked(`Sign in to ${row.organization}`, `${publicUrl()}/console/sign-in?link=${secret}`)
}

const ending = 'Sent by Motif.'
