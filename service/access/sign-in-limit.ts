import type { FastifyRequest } from 'fastify'
import { createTokenBuckets } from '../base/fair/token-bucket.ts'
import { assertNoWait } from '../base/http/schemas/error-codes.ts'
import { clientAddress } from '../base/net/client-address.ts'

/** More than a team behind one address needs. */
const signInsPerMinute = 60

/** Creates the limit for sign-ins by token or link: so many a minute from one address. */
export function limitSignIns(rateLimit: number): (request: Pick<FastifyRequest, 'raw'>) => void {
  const buckets = createTokenBuckets({ perMinute: rateLimit === 0 ? 0 : signInsPerMinute })
  return ({ raw }) => {
    const address = clientAddress(raw)
    if (address !== undefined) assertNoWait(buckets.take(address).waitSeconds)
  }
}
