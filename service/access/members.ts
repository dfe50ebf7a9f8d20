import { type Selectable, sql } from 'kysely'
import type { Database } from '../base/database/database.ts'
import type { Defaulted, Timestamp } from '../base/database/sql.ts'
import { transact } from '../base/database/transaction.ts'
import { ApiError } from '../base/http/schemas/error-codes.ts'
import type { Email } from '../base/words/addresses.ts'
import { newId } from '../base/words/ids.ts'
import { type Role, rolesFrom } from '../base/words/role.ts'
import type { Member } from './operations.ts'
import { end, type Owner } from './sql.ts'

/** People of an organization, who sign in. Programs have tokens. */
interface MemberTable {
  organization: string
  id: string
  name: string
  email: string
  email_key: string
  role: Role
  created_at: Defaulted<Date>
  seen_at: Timestamp | null
  report: Defaulted<boolean>
}

declare module '../base/database/schema.ts' {
  interface Schema {
    member: MemberTable
  }
}

export type MemberRow = Selectable<MemberTable>

/** Adds a member. Undefined if the organization has one with this address. */
export async function addMember(
  trx: Database,
  organization: string,
  { name, address, role }: { name: string; address: Email; role: Role },
): Promise<MemberRow | undefined> {
  const { email, key } = address
  return trx
    .insertInto('member')
    .values({ organization, id: newId(), name, email, email_key: key, role, seen_at: null })
    .onConflict((conflict) => conflict.columns(['organization', 'email_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** The members of an organization as the API shows them, by name: all, or the one with this id. */
export async function showMembers(db: Database, organization: string, id?: string): Promise<Member[]> {
  const { rows } = await sql<MemberRow & { state: string | null; problem: string | null }>`
    SELECT m.*, i.state, i.last_error AS problem FROM member m
    LEFT JOIN message i ON i.organization = m.organization AND i.member = m.id AND i.type = 'mail.invitation'
    WHERE m.organization = ${organization} AND ${id === undefined ? sql`true` : sql`m.id = ${id}`}
    ORDER BY lower(m.name), m.id`.execute(db)
  return rows.map(({ id, name, email, role, created_at, seen_at, state, problem }) => ({
    id,
    name,
    email,
    role,
    createdAt: created_at.toISOString(),
    ...(seen_at && { seenAt: seen_at.toISOString() }),
    ...(state !== null && {
      invitation: { state: state === 'dead' ? 'failed' : 'waiting', ...(problem !== null && { problem }) },
    }),
  }))
}

/** One member; undefined if there is none with this id. If it is locked, nobody can change or remove it until the transaction ends. */
export function findMember(
  db: Database,
  organization: string,
  id: string,
  isLocked = false,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom('member')
    .selectAll()
    .where((is) => is.and({ organization, id }))
    .$if(isLocked, (member) => member.forShare())
    .executeTakeFirst()
}

/** The members with this address, one in each organization that has invited them. */
export function findMembersByAddress(db: Database, { key }: Pick<Email, 'key'>): Promise<MemberRow[]> {
  return db.selectFrom('member').selectAll().where('email_key', '=', key).orderBy('organization').execute()
}

/** Gives a member and what they have another role, at once. False: there is none. Throws 40903 if a member does so to the last admin. */
export async function changeRole(
  db: Database,
  { organization, member: by }: Pick<Owner, 'organization' | 'member'>,
  id: string,
  role: Role,
): Promise<boolean> {
  return transact(db, async (trx) => {
    if (by && role !== 'admin') await assertOtherAdmin(trx, organization, id)
    const { numAffectedRows } = await sql`
      UPDATE member SET role = ${role} WHERE organization = ${organization} AND id = ${id}`.execute(trx)
    if (!numAffectedRows) return false
    const theirs = sql`organization = ${organization} AND member = ${id}`
    await sql`UPDATE credential SET role = ${role} WHERE ${theirs}`.execute(trx)
    if (!rolesFrom('editor').includes(role)) await end(trx, sql`kind IN ('ticket', 'editing') AND ${theirs}`)
    return true
  })
}

/** Removes a member with all that hangs on it. False: there is none. Throws 40903 if a member does so to the last admin. */
export async function removeMember(
  db: Database,
  { organization, member: by }: Pick<Owner, 'organization' | 'member'>,
  id: string,
): Promise<boolean> {
  return transact(db, async (trx) => {
    if (by) await assertOtherAdmin(trx, organization, id)
    const { numAffectedRows } = await sql`
      DELETE FROM member WHERE organization = ${organization} AND id = ${id}`.execute(trx)
    return Boolean(numAffectedRows)
  })
}

/** Sends a member the report on Mondays from `nextAt` on, or no more if that is undefined: nor one that waits to be sent. */
export async function setReport(
  db: Database,
  { organization, member }: { organization: string; member: string },
  nextAt: number | undefined,
): Promise<void> {
  await transact(db, async (trx) => {
    const { numAffectedRows } = await sql`
      UPDATE member SET report = ${nextAt !== undefined}
      WHERE organization = ${organization} AND id = ${member}`.execute(trx)
    if (!numAffectedRows) return
    if (nextAt === undefined)
      await sql`
        DELETE FROM message WHERE organization = ${organization} AND member = ${member} AND type = 'mail.report'`.execute(
        trx,
      )
    else
      await sql`
        INSERT INTO job (organization, kind, subject, run_at)
        VALUES (${organization}, 'report', ${member}, to_timestamp(${nextAt}::float8 / 1000))
        ON CONFLICT (organization, kind, subject) DO NOTHING`.execute(trx)
  })
}

/** The rows of all admins are locked, so that two who remove each other take turns. */
async function assertOtherAdmin(trx: Database, organization: string, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM member WHERE organization = ${organization} AND role = 'admin' ORDER BY id FOR UPDATE`.execute(
    trx,
  )
  if (rows.length === 1 && rows[0]?.id === id)
    throw new ApiError(40903, 'This is the last admin. Make somebody else an admin first.')
}
