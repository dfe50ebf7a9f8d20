import { lookup as systemLookup } from 'node:dns'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { type AddressRefused, assertReachableHost, type GuardOptions, guardLookup } from './address-guard.ts'

export { fetch } from 'undici'

const connectTimeoutMs = 10_000

/** One dispatcher for each kind of guard, so that connections are used again. */
const dispatchers = { open: new WeakMap<object, Dispatcher>(), guarded: new WeakMap<object, Dispatcher>() }

/** The dispatcher for this kind of guard and look-up. */
export function dispatcherFor({ allowPrivateAddresses, lookup = systemLookup }: GuardOptions): Dispatcher {
  const kept = dispatchers[allowPrivateAddresses ? 'open' : 'guarded']
  const dispatcher = kept.get(lookup) ?? guardedDispatcher({ allowPrivateAddresses, lookup })
  kept.set(lookup, dispatcher)
  return dispatcher
}

/**
 * A dispatcher for undici's `fetch` and `request` that connects to checked addresses only: literal ones, and resolved
 * ones, which are those that the socket is then given, so that DNS has no second word.
 */
function guardedDispatcher(options: GuardOptions): Dispatcher {
  const lookup = options.lookup ?? systemLookup
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: options.allowPrivateAddresses ? lookup : guardLookup(lookup),
  })
  if (options.allowPrivateAddresses) return new Agent({ connect, allowH2: false })
  return new Agent({
    allowH2: false,
    connect(target, callback) {
      try {
        assertReachableHost(target.hostname) // No look-up is made for a literal address.
      } catch (error) {
        callback(error as AddressRefused, null)
        return
      }
      connect(target, callback)
    },
  })
}
