import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/** Whose `X-Forwarded-For` is believed: that of who is on the same machine, in a private network, or configured. */
export function trustedProxies(configured: readonly string[]): string[] {
  return ['loopback', 'uniquelocal', ...configured]
}

/** The address of the client, as far as its proxies are believed. Fastify has the same as `request.ip`. */
export function senderAddress(request: IncomingMessage, configured: readonly string[] = []): string {
  return proxyAddr(request, trustedProxies(configured)) ?? ''
}

/** Whether an address is of the machine itself. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
