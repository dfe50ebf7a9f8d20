import { lookup as systemLookup } from 'node:dns'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { type AddressRefused, assertReachableHost, type GuardOptions, guardLookup } from './address-guard.ts'
import { lookupOfStrangers } from './name-lookup.ts'

export { fetch } from 'undici'

const connectTimeoutMs = 10_000

/** One dispatcher for each guard and look-up, so that connections are reused. */
const dispatchers = { open: new WeakMap<object, Dispatcher>(), guarded: new WeakMap<object, Dispatcher>() }

/** The dispatcher for this guard and look-up. */
export function dispatcherFor({
  allowPrivateAddresses,
  lookup = allowPrivateAddresses ? systemLookup : lookupOfStrangers,
}: GuardOptions): Dispatcher {
  const kept = dispatchers[allowPrivateAddresses ? 'open' : 'guarded']
  const dispatcher = kept.get(lookup) ?? guardedDispatcher({ allowPrivateAddresses, lookup })
  kept.set(lookup, dispatcher)
  return dispatcher
}

/**
 * Creates a dispatcher for undici that connects to checked addresses only. It checks literal addresses, and resolved
 * ones as they are given to the socket, so that no second DNS look-up can change them.
 */
function guardedDispatcher({ allowPrivateAddresses, lookup }: Required<GuardOptions>): Dispatcher {
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: allowPrivateAddresses ? lookup : guardLookup(lookup),
  })
  if (allowPrivateAddresses) return new Agent({ connect, allowH2: false })
  return new Agent({
    allowH2: false,
    connect(target, callback) {
      try {
        assertReachableHost(target.hostname) // A literal address needs no look-up, so it is checked here.
      } catch (error) {
        callback(error as AddressRefused, null)
        return
      }
      connect(target, callback)
    },
  })
}
