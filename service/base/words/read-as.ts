import proxyAddr from '@fastify/proxy-addr'

function matching(pattern: RegExp, must: string) {
  return (text: string) => {
    if (pattern.test(text)) return text
    throw new Error(`must be ${must}`)
  }
}

/** How the text of a setting is read, by what it is. Each throws an error that says what it must be. */
export const readAs = {
  integer(lowest: number, highest: number) {
    return (text: string) => {
      const value = Number(text)
      if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value
      throw new Error(`must be a whole number from ${lowest} to ${highest}`)
    }
  },

  seconds: (text: string) =>
    Number(matching(/^\d+(\.\d+)?$/, 'numbers of seconds, separated by commas')(text)),

  boolean: (text: string) => /true|1/.test(matching(/^(true|false|0|1)$/, 'true or false')(text)),

  list(text: string): string[] {
    const parts = text.split(',').map((part) => part.trim())
    return parts.filter(Boolean)
  },

  oneOf: (allowed: readonly string[]) =>
    matching(RegExp(`^(${allowed.join('|')})$`), `one of ${allowed.join(', ')}`),

  key: matching(/^.{32,}$/s, '32 characters or more'),

  timeZone(text: string): string {
    try {
      new Intl.DateTimeFormat('en', { timeZone: text })
      return text
    } catch {
      throw new Error('must be the name of a time zone, such as Europe/Berlin')
    }
  },

  httpUrl(text: string): string {
    if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/+$/, '')
    throw new Error('must be an http or https URL')
  },

  /** Links and tags are made by adding a path, and everybody can read them. */
  publicAddress(text: string): string {
    const address = readAs.httpUrl(text)
    const { username, password } = new URL(address)
    if (!username && !password && !/[?#]/.test(address)) return address
    throw new Error('must have no user name, no password, and nothing after ? or #')
  },

  /** As it stands: an issuer is compared letter by letter. Without TLS anybody on the way could sign in as anybody. */
  issuer(text: string): string {
    const url = URL.parse(text)
    const isHere = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
    if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return text
    throw new Error('must be an https:// address')
  },

  /** An e-mail address, which becomes a `mailto:` address, or a page. */
  contact(text: string): string {
    const address = /^(?:mailto:)?([^\s@:/]+@[^\s@:/]+)$/.exec(text)?.[1]
    if (address) return `mailto:${address}`
    if (text.startsWith('https://') && URL.canParse(text)) return new URL(text).href
    throw new Error('must be an e-mail address or an https:// page')
  },

  mailServer(text: string) {
    const url = URL.parse(text)
    if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || url.search || url.pathname.length > 1)
      throw new Error('must be smtp://user:password@host:port or smtps://…, and nothing after it')
    const secure = url.protocol === 'smtps:'
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      user: decoded(url.username) || undefined,
      password: decoded(url.password) || undefined,
    }
  },

  /** `Motif <motif@example.com>`, or the address alone. */
  mailSender(text: string) {
    const at = text.endsWith('>') ? text.indexOf('<') : -1
    const name = at < 0 ? '' : text.slice(0, at).trim()
    const address = at < 0 ? text : text.slice(at + 1, -1)
    if (/^[^\s@<>",]+@[^\s@<>",]+$/.test(address) && !/[<>"]/.test(name))
      return { name: name || 'Motif', address }
    throw new Error('must be an e-mail address, or a name and an address: Motif <motif@example.com>')
  },

  postgresUrl(text: string): string {
    if (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text
    throw new Error('must be a postgres:// URL')
  },

  origins(text: string): '*' | string[] {
    if (text === '*') return '*'
    return readAs.list(text).map((given) => {
      const origin = URL.parse(given)?.origin
      if (origin === given.replace(/\/$/, '')) return origin
      throw new Error('must be * or origins such as https://www.example.com, separated by commas')
    })
  },

  /** Addresses, and networks as CIDR. */
  networks(text: string): string[] {
    const found = readAs.list(text)
    try {
      proxyAddr.compile(found)
      return found
    } catch {
      throw new Error(
        'must be addresses or networks such as 203.0.113.7 or 2001:db8::/32, separated by commas',
      )
    }
  },

  /** Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
  webhookSecret(text: string): string {
    const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
    if (text.startsWith('whsec_') && bytes >= 24 && bytes <= 64) return text
    throw new Error('must be whsec_ followed by 24 to 64 bytes in base64')
  },

  tokens(text: string) {
    const owners = new Map<string, string>()
    return readAs.list(text).map((entry) => {
      const [, organization, user, token] = /^([^/=]+)\/([^=]+)=(\S{20,})$/.exec(entry) ?? []
      if (!organization || !user || !token)
        throw new Error('must be organization/user=token, comma-separated, each token 20 characters or more')
      const owner = `${organization}/${user}`
      const other = owners.get(token) ?? owner
      // It would be the last one's, and what the other sends with it would go to that one's organization.
      if (other !== owner)
        throw new Error(`must have a token of its own for each: ${other} and ${owner} have one`)
      owners.set(token, owner)
      return { organization, user, token }
    })
  },
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('has a % that begins no code in its user name or password: write %25 for it')
  }
}
