import { holderOf, invitationSeconds, type MemberMails, signInLinkSeconds } from '../access/member-routes.ts'
import { findMember, findMembersByAddress, type MemberRow } from '../access/members.ts'
import { createSignInLink } from '../access/sessions.ts'
import type { Database } from '../base/database/database.ts'
import type { MailType } from '../base/outbox/happenings.ts'
import { parseEmail } from '../base/words/addresses.ts'
import { escapeHtml } from '../base/words/html.ts'
import { page } from './alerts/alert-text.ts'
import type { Mail } from './mail.ts'
import { addMail, dropMails, readMailStates } from './mail-sql.ts'
import type { PendingMessage } from './sql.ts'
import { type ReportSources, writeReport } from './weekly-report.ts'

/** Strangers belong to no organization. */
const nobody = ''

/** Creates the mails to members. */
export function createMemberMails({ areSent, wake }: Pick<MemberMails, 'areSent' | 'wake'>): MemberMails {
  return {
    areSent,
    invite: (trx, { organization, id, email }) =>
      addMail(trx, { organization, type: 'mail.invitation', address: email, member: id }),
    withdraw: (trx, { organization, id }) =>
      dropMails(trx, { organization, type: 'mail.invitation', member: id }),
    answerStranger: (db, email) =>
      addMail(db, { organization: nobody, type: 'mail.sign-in', address: email, member: null }),
    invitations: (db, organization) => readMailStates(db, organization, 'mail.invitation'),
    wake,
  }
}

interface Source extends ReportSources {
  db: Database
  publicUrl(): string
}

type Written = Omit<Mail, 'id'>

/**
 * What a mail says. It is written when it is sent, with links that are made then: no secret waits in the database.
 * Undefined if nobody is to get it.
 */
export function writeMail(source: Source, message: PendingMessage): Promise<Written | undefined> {
  const write = writers[message.type as MailType]
  return write(source, message)
}

const writers: Record<MailType, (source: Source, message: PendingMessage) => Promise<Written | undefined>> = {
  async 'mail.invitation'(source, { organization, member }) {
    const row = await findMember(source.db, organization, member ?? '')
    if (!row) return undefined
    const link = await linkFor(source, row, invitationSeconds)
    const [before, after] = [
      `${row.name}, you are invited to Motif, for ${row.organization}.`,
      `The link signs you in once, within 24 hours. Later, ask for another one at ${source.publicUrl()}/console.`,
    ]
    return { to: row.email, ...written('Your invitation to Motif', before, [link], after) }
  },
  async 'mail.sign-in'(source, { address }) {
    const rows = await findMembersByAddress(source.db, parseEmail(address ?? ''))
    const [first] = rows
    if (!first) return undefined
    const links = await Promise.all(rows.map((row) => linkFor(source, row, signInLinkSeconds)))
    const after = 'It works once, within 15 minutes. If you did not ask for it, there is nothing to do.'
    const before = 'Somebody, probably you, asked for a link into Motif.'
    // To the address that was invited: another spelling of it may be another mailbox.
    return { to: first.email, ...written('Sign in to Motif', before, links, after) }
  },
  async 'mail.report'(source, { organization, member, happened_at }) {
    const row = await findMember(source.db, organization, member ?? '')
    return row?.report ? writeReport(source, row, new Date(happened_at).getTime()) : undefined
  },
}

interface Link {
  words: string
  url: string
}

async function linkFor({ db, publicUrl }: Source, row: MemberRow, seconds: number): Promise<Link> {
  const { secret } = await createSignInLink(db, holderOf(row), seconds)
  return { words: `Sign in to ${row.organization}`, url: `${publicUrl()}/console/sign-in?link=${secret}` }
}

function written(subject: string, before: string, links: Link[], after: string): Omit<Written, 'to'> {
  return {
    subject,
    text: [before, ...links.map(({ words, url }) => `${words}:\n${url}`), after, ''].join('\n\n'),
    html: page(
      [
        `<p>${escapeHtml(before)}</p>`,
        ...links.map(
          ({ words, url }) => `<p><a href="${escapeHtml(url)}"><b>${escapeHtml(words)}</b></a></p>`,
        ),
        `<p>${escapeHtml(after)}</p>`,
      ],
      'Sent by Motif.',
    ),
  }
}
