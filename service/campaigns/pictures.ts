import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Database } from '../base/database/database.ts'
import type { GuardOptions } from '../base/net/address-guard.ts'
import { guardedFetch } from '../base/net/guarded-fetch.ts'
import type { CampaignPictures } from './campaign.ts'
import type { CampaignKey } from './sql.ts'

const maxAsked = 500
const askedAtOnce = 12
const timeoutMs = 5000
/** No picture is asked for later than this. */
const totalMs = 10_000

/**
 * Asks for each different picture of a campaign's pages, and returns those that do not exist. A server that does not answer,
 * or does not say, counts as one that has the picture.
 *
 * @param page the template's, from which addresses are meant
 */
export async function findBrokenPictures(
  db: Database,
  key: CampaignKey,
  page: string | undefined,
  options: GuardOptions,
): Promise<CampaignPictures> {
  const pictures = (await listPictures(db, key)).flatMap(({ payload, people }) => {
    const url = URL.parse(payload, page)
    return url && /^https?:$/.test(url.protocol) ? [{ url: url.href, people }] : []
  })
  const until = performance.now() + totalMs
  const limit = pLimit(askedAtOnce)
  const answers = await Promise.all(
    pictures.map(({ url }) =>
      limit(async () => (performance.now() < until ? await isBroken(url, options) : undefined)),
    ),
  )
  return {
    asked: answers.filter((answer) => answer !== undefined).length,
    broken: pictures.filter((_, at) => answers[at]),
  }
}

/** The addresses of pictures as the records of a campaign have them, those of most people first. */
async function listPictures(
  db: Database,
  { organization, campaign }: CampaignKey,
): Promise<{ payload: string; people: number }[]> {
  const { rows } = await sql<{ payload: string; people: number }>`
    SELECT item ->> 'payload' AS payload, count(*) AS people
    FROM content, json_array_elements(content.content::json) AS item
    WHERE organization = ${organization} AND campaign = ${campaign} AND status = 'completed'
      AND item ->> 'type' = 'src'
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxAsked}`.execute(db)
  return rows
}

const headers = { accept: 'image/*,*/*;q=0.5', 'user-agent': 'Mozilla/5.0 (compatible; Motif)' }

/** By HEAD; by GET for the first byte if the server refuses that. Many servers answer with a page if there is no picture. */
async function isBroken(url: string, options: GuardOptions): Promise<boolean> {
  const asked = async (init: { method?: string; headers: Record<string, string> }) => {
    const response = await guardedFetch(url, init, { ...options, timeoutMs, maxRedirects: 5 })
    await response.body?.cancel()
    const isPage = /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(
      response.headers.get('content-type') ?? '',
    )
    return { status: response.status, isFound: response.ok && !isPage, isPage }
  }
  try {
    const head = await asked({ method: 'HEAD', headers })
    if (head.isFound) return false
    const { status, isPage } = await asked({ headers: { ...headers, range: 'bytes=0-0' } })
    return status === 404 || status === 410 || ((status === 200 || status === 206) && isPage)
  } catch {
    return false
  }
}
