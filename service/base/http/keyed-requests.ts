import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Timestamp } from '../database/sql.ts'
import { againWhenLost } from '../database/unavailable.ts'
import { DomainError } from '../words/errors.ts'

interface IdempotencyTable {
  organization: string
  /** SHA-256 of method, path and the client's key, in hex. */
  request: string
  /** SHA-256 of the body, in hex. */
  body_hash: string
  /** The claim of who answers the request, valid until `claimed_until`. */
  claim: string
  claimed_until: Timestamp
  /** The body of the first 2xx, encrypted; null while it is in flight. */
  answer: string | null
  /** Id of the prospect that the answer is about: it goes with the prospect. Null for nobody. */
  about: string | null
  created_at: Timestamp
}

declare module '../database/schema.ts' {
  interface Schema {
    idempotency: IdempotencyTable
  }
}

/** A request with an `Idempotency-Key`. */
interface KeyedRequest {
  organization: string
  method: string
  path: string
  key: string
  /** The bytes of its body, as text. */
  body: string
}

/** The row of a request that this process alone answers, and the client's key. */
export type Claim = Pick<IdempotencyTable, 'organization' | 'request' | 'claim'> & { key: string }

/** How long a key is remembered from its first request on. */
const keptSeconds = 24 * 60 * 60
/** Longer than any request takes. After it a request that a killed process had claimed can be claimed again. */
const claimSeconds = 60

/**
 * Claims a keyed request, or returns the answer to the first request with this key. Throws `key-reused` where that one
 * had another body, and `key-in-use` while it is still being answered.
 */
export async function claimRequest(
  db: Database,
  { organization, method, path, key, body }: KeyedRequest,
): Promise<Claim | { answer: string }> {
  const claim = randomUUID()
  const [request, bodyHash] = [sha256(`${method} ${path} ${key}`), sha256(body)]
  const insert = sql`
    INSERT INTO idempotency (organization, request, body_hash, claim, claimed_until, created_at)
    VALUES (${organization}, ${request}, ${bodyHash}, ${claim}, now() + make_interval(secs => ${claimSeconds}), now())
    ON CONFLICT (organization, request) DO UPDATE SET body_hash = excluded.body_hash, claim = excluded.claim,
      claimed_until = excluded.claimed_until, created_at = excluded.created_at, answer = NULL, about = NULL
    WHERE idempotency.created_at <= now() - make_interval(secs => ${keptSeconds})
      OR (idempotency.answer IS NULL AND (idempotency.claimed_until <= now() OR idempotency.claim = excluded.claim))
    RETURNING claim`
  const { rows } = await againWhenLost(() => insert.execute(db))
  if (rows.length > 0) return { organization, request, claim, key }
  const first = await db
    .selectFrom('idempotency')
    .where((is) => is.and({ organization, request }))
    .select(['body_hash', 'answer'])
    .executeTakeFirst()
  if (first && first.body_hash !== bodyHash) throw new DomainError('key-reused')
  if (!first?.answer) throw new DomainError('key-in-use')
  return { answer: decrypt(first.answer, key) }
}

/**
 * Stores the answer to a claimed request, in the transaction of its work. Throws `key-in-use`, so that the transaction
 * is rolled back, where the claim has expired and passed to another request.
 *
 * @param about id of the prospect that the answer is about; null for nobody
 */
export async function keepAnswer(
  trx: Database,
  { key, ...row }: Claim,
  answer: string,
  about: string | null,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('idempotency')
    .set({ answer: encrypt(answer, key), about })
    .where((is) => is.and(row))
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new DomainError('key-in-use')
}

/**
 * Releases the key of a request that failed. If its answer was committed nevertheless, and only the word of that was lost
 * with the connection, the same request again is given it.
 */
export async function releaseRequest(db: Database, { key: _, ...row }: Claim): Promise<void> {
  const release = db
    .deleteFrom('idempotency')
    .where((is) => is.and(row))
    .where('answer', 'is', null)
  await againWhenLost(() => release.execute())
}

/** Releases all claims without an answer. Only for a database that no other process can have open. */
export async function releaseAllRequests(db: Database): Promise<void> {
  await db.deleteFrom('idempotency').where('answer', 'is', null).execute()
}

/** Deletes expired answers; returns how many. */
export async function deleteOldAnswers(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM idempotency WHERE created_at <= now() - make_interval(secs => ${keptSeconds})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Encrypts an answer with the client's key, of which only a hash is stored: it may have a token, which is kept nowhere else
 * as it is, or an e-mail address.
 */
function encrypt(answer: string, key: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

function decrypt(stored: string, key: string): string {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

function cipherKey(key: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(`motif idempotency ${key}`).digest())
}
