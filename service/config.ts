import { BlockList, isIP } from 'node:net'
import { UserError } from './base/words/errors.ts'
import { withoutTrailing } from './base/words/without-trailing.ts'

/** A token that the start makes sure exists. */
export interface ConfiguredToken {
  organization: string
  user: string
  token: string
}

/** An OpenAI-compatible language model. */
export interface LanguageModelConfig {
  /** Up to and including `/v1`. */
  baseUrl: string
  apiKey: string
  model: string
}

/** The settings from the environment; `docs/settings.md` lists the variables. */
export interface Config {
  host: string
  port: number
  /** Without a trailing slash. Default: the address that the service listens on. */
  publicUrl: string | undefined
  databaseUrl: string | undefined
  /** The embedded database's folder, or `memory`. */
  dataDir: string
  templatesDir: string
  tokens: ConfiguredToken[]
  languageModel: LanguageModelConfig | undefined
  /** Enrichment sources, in the order in which they run. */
  enrich: string[]
  callbackSecret: string | undefined
  callbackRetrySeconds: number[]
  allowPrivateAddresses: boolean
  /** Whether the pictures of campaigns are requested, to find those that do not exist. */
  checkPictures: boolean
  /** Requests a minute and token; 0 is off. */
  rateLimit: number
  allowedOrigins: '*' | string[]
  /** Proxies whose `X-Forwarded-For` is believed, beside those on this machine and in private networks. */
  trustedProxies: BlockList
  /** For how many days events are kept. Results stay. */
  eventsRetentionDays: number
  logLevel: string
  /** The environment itself, in which enrichment sources find their keys. */
  env: Environment
}

export type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** Reads `.env` of the current folder, if there is one, into the environment. Variables that are already set win. */
export function readDotEnv(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Reads the environment. Throws a UserError that names the first variable with a bad value. */
export function readConfig(env: Environment): Config {
  const read = reader(env)
  const baseUrl = read('LLM_BASE_URL', undefined, httpUrl)
  return {
    host: read('HOST', '127.0.0.1', (text) => text),
    port: read('PORT', 4000, integer(0, 65_535)),
    publicUrl: read('PUBLIC_URL', undefined, httpUrl),
    databaseUrl: read('DATABASE_URL', undefined, postgresUrl),
    dataDir: read('DATA_DIR', './data', (text) => text),
    templatesDir: read('TEMPLATES_DIR', './templates', (text) => text),
    tokens: read('MOTIF_TOKENS', [], tokens),
    languageModel: baseUrl === undefined ? undefined : readLanguageModel(env, baseUrl),
    enrich: read('ENRICH', ['email', 'website'], list),
    callbackSecret: read('CALLBACK_SECRET', undefined, webhookSecret),
    callbackRetrySeconds: read(
      'CALLBACK_RETRY_SECONDS',
      [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
      (text) => list(text).map(seconds),
    ),
    allowPrivateAddresses: read('ALLOW_PRIVATE_ADDRESSES', false, boolean),
    checkPictures: read('CHECK_PICTURES', true, boolean),
    rateLimit: read('RATE_LIMIT', 600, integer(0, 1_000_000_000)),
    trustedProxies: read('TRUSTED_PROXIES', new BlockList(), networks),
    allowedOrigins: read('ALLOWED_ORIGINS', '*' as const, origins),
    eventsRetentionDays: read('EVENTS_RETENTION_DAYS', 400, integer(1, 36_500)),
    logLevel: read('LOG_LEVEL', 'info', oneOf(logLevels)),
    env,
  }
}

function readLanguageModel(env: Environment, baseUrl: string): LanguageModelConfig {
  const model = env.LLM_MODEL?.trim()
  if (!model) throw new UserError('LLM_MODEL: needed because LLM_BASE_URL is set')
  return { baseUrl, apiKey: env.LLM_API_KEY || 'none', model }
}

/**
 * Returns a variable's parsed value, or the default where it is unset or empty. The error for a bad value names the
 * variable.
 */
function reader(env: Environment) {
  return <T, D>(name: string, otherwise: D, parse: (text: string) => T): T | D => {
    const text = env[name]?.trim()
    if (!text) return otherwise
    try {
      return parse(text)
    } catch (error) {
      throw new UserError(`${name}: ${error instanceof Error ? error.message : 'bad value'}`)
    }
  }
}

function integer(lowest: number, highest: number) {
  return (text: string) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value
    throw new Error(`must be a whole number from ${lowest} to ${highest}`)
  }
}

function seconds(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new Error('must be numbers of seconds, separated by commas')
}

function boolean(text: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw new Error('must be true or false')
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function oneOf(allowed: readonly string[]) {
  return (text: string) => {
    if (allowed.includes(text)) return text
    throw new Error(`must be one of ${allowed.join(', ')}`)
  }
}

function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return withoutTrailing(text, '/')
  throw new Error('must be an http or https URL')
}

function postgresUrl(text: string): string {
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text
  throw new Error('must be a postgres:// URL')
}

function origins(text: string): '*' | string[] {
  if (text === '*') return '*'
  return list(text).map((origin) => {
    if (URL.canParse(origin) && new URL(origin).origin === origin.replace(/\/$/, ''))
      return new URL(origin).origin
    throw new Error('must be * or origins such as https://www.example.com, separated by commas')
  })
}

/** Addresses, and networks as CIDR. */
function networks(text: string): BlockList {
  const found = new BlockList()
  for (const network of list(text)) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address)
    const most = family === 6 ? 128 : 32
    const prefix = bits === undefined ? most : Number(bits)
    if (family === 0 || !(/^\d{1,3}$/.test(bits ?? '0') && prefix <= most))
      throw new Error(
        'must be addresses or networks such as 203.0.113.7 or 2001:db8::/32, separated by commas',
      )
    found.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
  }
  return found
}

/** Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. */
function webhookSecret(text: string): string {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length
  if (text.startsWith('whsec_') && bytes >= 24 && bytes <= 64) return text
  throw new Error('must be whsec_ followed by 24 to 64 bytes in base64')
}

function tokens(text: string): ConfiguredToken[] {
  return list(text).map((entry) => {
    const [, organization, user, token] = /^([^/=]+)\/([^=]+)=(\S{20,})$/.exec(entry) ?? []
    if (organization && user && token) return { organization, user, token }
    throw new Error('must be organization/user=token, comma-separated, each token 20 characters or more')
  })
}
