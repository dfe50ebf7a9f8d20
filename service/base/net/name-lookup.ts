import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

const find = callbackify(addressesOf)

/**
 * The look-up of names that somebody else has chosen: in addresses of prospects, callbacks and lists. It asks the name
 * servers itself, any number of names at once. The system's own looks up two names at a time: some whose servers never
 * answer, 10 s each, held up everybody's, the database's included. It does not read `/etc/hosts`.
 */
export const lookupOfStrangers: LookupFunction = (name, { all }, callback) => {
  find(name, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) callback(error, [])
    else if (all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** A name is asked for three times, in some 12 s: nobody waits longer for a connection. */
const patience = { timeout: 2000, tries: 3 }

/** Throws what is wrong with the IPv4 addresses if there are no others. */
async function addressesOf(name: string) {
  // One for each name: the machine's name servers may change.
  const resolver = new Resolver(patience)
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  const [fours, sixes] = [four, six].map((found) => (found.status === 'fulfilled' ? found.value : []))
  return [
    ...(fours ?? []).map((address) => ({ address, family: 4 })),
    ...(sixes ?? []).map((address) => ({ address, family: 6 })),
  ]
}
