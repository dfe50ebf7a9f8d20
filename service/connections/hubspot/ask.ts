import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { GuardOptions } from '../../base/net/address-guard.ts'
import { guardedFetch, readWhole } from '../../base/net/guarded-fetch.ts'
import { parseObject } from '../../base/words/json.ts'
import { readRetryAfter } from '../../messages/attempt.ts'
import { CrmError } from '../crm.ts'

/** The newest version of HubSpot’s API: docs/campaigns.md has the page that describes each path. */
const version = '2026-09'
export const paths = {
  account: `/account-info/${version}/details`,
  lists: `/crm/lists/${version}`,
  objects: `/crm/objects/${version}`,
  properties: `/crm/properties/${version}/contacts`,
  scopes: '/oauth/v2/private-apps/get/access-token-info',
}

/** What a request for many answers. `errors`: of those that it could not do. */
export interface BatchAnswer<Result> {
  results: Result[]
  errors?: { message: string }[]
}

/** Asks HubSpot: GET, or POST with a body. Resolves to the JSON of a 2xx; rejects with CrmError. */
export type Ask = <Answer>(path: string, body?: object) => Promise<Answer>

/**
 * 90 in ten seconds: free accounts allow 100, the others 190.
 * https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines
 */
const paceMs = 111
const timeoutMs = 30_000
const mostBytes = 32 * 1024 * 1024
/** The limit is of ten seconds: a rest that is longer concerns the day. */
const longestRestSeconds = 12
const mostTries = 3

/** Creates the requests to HubSpot: those of a token one after the other, at its pace, and again after a short `Retry-After`. */
export function createAsk(url: string, guard: GuardOptions): (token: string) => Ask {
  /** When the next request of a token may go out. */
  const turns = new LRUCache<string, number>({ max: 1000 })

  async function send(token: string, path: string, body?: object) {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': 'Motif',
    }
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    try {
      const response = await guardedFetch(`${url}${path}`, init, { ...guard, timeoutMs })
      return { response, text: (await readWhole(response, mostBytes)).toString('utf8') }
    } catch (error) {
      throw new CrmError('away', `HubSpot cannot be reached (${(error as Error).message}).`)
    }
  }

  return (token) =>
    async <Answer>(path: string, body?: object) => {
      for (let tries = 1; ; tries++) {
        const now = Date.now()
        const turn = Math.max(now, turns.get(token) ?? 0)
        turns.set(token, turn + paceMs)
        await wait(turn - now)
        const { response, text } = await send(token, path, body)
        if (response.ok) return JSON.parse(text || '{}') as Answer
        const error = toError(response.status, text, readRetryAfter(response.headers.get('retry-after')))
        const { failure, retryAfterSeconds = longestRestSeconds } = error
        if (failure !== 'busy' || tries === mostTries || retryAfterSeconds > longestRestSeconds) throw error
        turns.set(token, Date.now() + retryAfterSeconds * 1000)
      }
    }
}

/** An error as HubSpot describes it. Each field may be missing: https://developers.hubspot.com/docs/api-reference/error-handling */
interface SaidError {
  message?: string
  policyName?: string
  errors?: { message?: string; context?: { requiredGranularScopes?: string[] } }[]
}

/** The limit of a day ends at midnight where the account is: it is asked for each half hour. */
const dayRestSeconds = 1800

const tokenRefused =
  'HubSpot does not accept the token. Create a new one in HubSpot, and enter all of it under Settings, Connections.'

/** @param retryAfter in seconds; 0 if it is not said */
function toError(status: number, text: string, retryAfter: number): CrmError {
  const { message, errors = [], policyName = '' }: SaidError = parseObject(text) ?? {}
  const said = (message ?? `HTTP ${status}`).slice(0, 300)
  if (status === 401) return new CrmError('token', tokenRefused)
  if (status === 403) {
    const scopes = errors.flatMap(({ context }) => context?.requiredGranularScopes ?? []).join(', ')
    const lacks = `The token lacks the scope ${scopes || `for this: ${said}`}.`
    return new CrmError('scope', `${lacks} Add it in HubSpot, where the token was created.`)
  }
  if (status === 404) return new CrmError('gone', `HubSpot does not know it: ${said}`)
  if (status === 429) {
    const rest = retryAfter || (/daily/i.test(policyName) ? dayRestSeconds : 0)
    return new CrmError('busy', `HubSpot’s limit of requests is used up: ${said}`, rest)
  }
  if (status < 500) return new CrmError('refused', said)
  return new CrmError('away', `HubSpot answers HTTP ${status}.`, retryAfter)
}
