import { type AddressInfo, isIPv6 } from 'node:net'
import { UserError } from './base/words/errors.ts'
import { defaultMorning } from './base/words/morning.ts'
import { readAs } from './base/words/read-as.ts'

/** The settings from the environment; `docs/operations.md` lists the variables. */
export type Config = ReturnType<typeof readConfig>

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

/** One variable of the environment. */
interface Setting<Value, Otherwise> {
  /** What it means, for `docs/operations.md` and `--help`: Markdown, one line. */
  meaning: string
  /** What has to be said besides, in `docs/operations.md` only. */
  more?: string
  /** Its value where the variable is unset or empty. Default: undefined. */
  otherwise?: Otherwise
  /** How people would type that; by default as it is, `none` if it is undefined. */
  shown?: string
  /** The log says only that it is set. */
  isSecret?: true
  /** Reads the variable. Throws an error that says what it must be. Default: the text as it is. */
  parse?(text: string): Value
}

const setting = <Value = string, Otherwise = undefined>(it: Setting<Value, Otherwise>) => it

/** Every setting, in the order in which they are shown. `docs/operations.md` and `--help` are made from this table. */
export const settings = {
  HOST: setting({ meaning: 'the address on which the service listens', otherwise: '127.0.0.1' }),
  PORT: setting({ meaning: 'its port; `0` picks one', otherwise: 4000, parse: readAs.integer(0, 65_535) }),
  PUBLIC_URL: setting({
    meaning: 'the address under which pages and people reach the service',
    shown: 'http://HOST:PORT',
    parse: readAs.publicAddress,
  }),
  DATABASE_URL: setting({
    meaning: '`postgres://…`: PostgreSQL instead of the embedded database',
    more: 'If it has no password, the password comes from `PGPASSWORD` or from the file that `PGPASSFILE` names.',
    parse: readAs.postgresUrl,
  }),
  DATA_DIR: setting({
    meaning: 'folder of the embedded database; `memory` keeps nothing',
    otherwise: './data',
  }),
  TEMPLATES_DIR: setting({ meaning: 'folder of the templates', otherwise: './templates' }),
  MOTIF_TOKENS: setting({
    isSecret: true,
    meaning: 'tokens that must exist: `organization/user=token`, comma-separated',
    more: 'Each token has 20 characters or more. The start creates those that are missing. One that was revoked stays revoked, and the start says so. Use it for containers and tests.',
    otherwise: [],
    shown: 'none',
    parse: readAs.tokens,
  }),
  LLM_BASE_URL: setting({
    meaning: 'the address of an OpenAI-compatible language model, up to and including `/v1`',
    more: 'It writes `write:` texts and profiles.',
    parse: readAs.httpUrl,
  }),
  LLM_API_KEY: setting({ isSecret: true, meaning: 'its key' }),
  LLM_MODEL: setting({ meaning: 'the name of the model; needed with `LLM_BASE_URL`' }),
  ENRICH: setting({
    meaning: 'the [enrichment sources](api.md#enrichment), in order',
    otherwise: ['email', 'website'],
    parse: readAs.list,
  }),
  // These two are read by their source.
  PDL_API_KEY: setting({ isSecret: true, meaning: 'the key of the source `peopledatalabs`' }),
  PDL_BASE_URL: setting({ meaning: 'another address of it' }),
  CALLBACK_SECRET: setting({
    isSecret: true,
    meaning: '`whsec_…`, signs [callbacks](api.md#the-callback)',
    more: 'The secret of every organization that has none of its own.',
    shown: 'made at the first start',
    parse: readAs.webhookSecret,
  }),
  CALLBACK_RETRY_SECONDS: setting({
    meaning: 'delays between attempts at a callback, comma-separated',
    more: 'By default `5,300,1800,7200,18000,36000,50400,72000,86400`, three days in all. Each delay varies by 20 %. What a connection could not do is tried again by the same delays, but at least each five minutes.',
    otherwise: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    shown: 'three days of them',
    parse: (text) => readAs.list(text).map(readAs.seconds),
  }),
  ALLOW_PRIVATE_ADDRESSES: setting({
    meaning: 'lets requests go to private addresses; for development only',
    more: '`true` lets the service send requests to loopback and private addresses: for callbacks and webhooks, for enrichment from web sites, and for the check of pictures and pages.',
    otherwise: false,
    parse: readAs.boolean,
  }),
  CHECK_PAGES: setting({
    meaning: 'checks whether [pages](templates.md#is-the-page-still-the-page) still fit',
    more: 'Each night, and before links are downloaded, then with the pictures of the [campaign](campaigns.md).',
    otherwise: true,
    parse: readAs.boolean,
  }),
  RATE_LIMIT: setting({
    meaning: 'API requests that a token may make in a minute; `0` is off',
    otherwise: 600,
    parse: readAs.integer(0, 1_000_000_000),
  }),
  TRUSTED_PROXIES: setting({
    meaning: 'proxies that may name the client: addresses or networks',
    more: 'Addresses or networks (`203.0.113.7, 2001:db8::/32`) whose `X-Forwarded-For` is believed. One on the same machine or in the same private network always is: see [who is asking](#who-is-asking).',
    otherwise: [],
    shown: 'none',
    parse: readAs.networks,
  }),
  ALLOWED_ORIGINS: setting({
    meaning: 'origins whose pages may send events, comma-separated',
    otherwise: '*' as const,
    parse: readAs.origins,
  }),
  EVENTS_RETENTION_DAYS: setting({
    meaning: 'days that events are kept; results stay',
    otherwise: 400,
    parse: readAs.integer(1, 36_500),
  }),
  SECURITY_CONTACT: setting({
    meaning: 'whom to tell of a vulnerability, in `/.well-known/security.txt`',
    more: 'An e-mail address, or an `https://` page. Without it there is no such file.',
    parse: readAs.contact,
  }),
  SMTP_URL: setting({
    meaning: 'the mail server: `smtp://user:password@smtp.example.com:587`, or `smtps://…`',
    more: '`smtps://` is TLS from the beginning (port 465). `smtp://` (port 587) switches to TLS if the server offers it, and sends a password only over TLS, except to this machine. Percent-encode characters of the user name or password that mean something in a URL: `@` is `%40`. Without it, invitations are links to copy, and nothing goes by mail. See [mail](console.md#mail).',
    parse: readAs.mailServer,
  }),
  MAIL_FROM: setting({
    meaning: 'who the mails are from: `Motif <motif@example.com>`',
    more: 'Without it: the user of `SMTP_URL` if that is an address, else `motif@` and the host of `PUBLIC_URL`, which few mail servers accept.',
    shown: 'the user of SMTP_URL',
    parse: readAs.mailSender,
  }),
  OIDC_ISSUER: setting({
    meaning: 'the issuer of your [identity provider](console.md#an-identity-provider)',
    more: 'OpenID Connect, authorization code with PKCE. Members are known by their address, unless the provider says that it is not verified. Register `PUBLIC_URL/console/oidc/callback` as the redirect URI.',
    parse: readAs.issuer,
  }),
  OIDC_CLIENT_ID: setting({ meaning: 'the id of Motif there; needed with `OIDC_ISSUER`' }),
  OIDC_CLIENT_SECRET: setting({ isSecret: true, meaning: 'its secret; needed with `OIDC_ISSUER`' }),
  OIDC_NAME: setting({
    meaning: 'the name of the provider on its button: `Okta`',
    otherwise: 'your company account',
  }),
  MORNING_HOUR: setting({
    meaning: 'the hour at which gathered [alerts](console.md#alerts) go out',
    more: '0 to 23. The report on Mondays goes out then, too.',
    otherwise: defaultMorning.hour,
    parse: readAs.integer(0, 23),
  }),
  TIME_ZONE: setting({
    meaning: 'the time zone of that hour, such as `Europe/Berlin`',
    otherwise: defaultMorning.timeZone,
    parse: readAs.timeZone,
  }),
  HUBSPOT_URL: setting({
    meaning: 'the address of [HubSpot](campaigns.md#7-hubspot-both-ways), for tests',
    otherwise: 'https://api.hubapi.com',
    parse: readAs.httpUrl,
  }),
  SECRETS_KEY: setting({
    isSecret: true,
    meaning: 'encrypts the token of [HubSpot](campaigns.md#7-hubspot-both-ways)',
    more: '32 characters or more. Without it the service makes one: `secrets.key` in `DATA_DIR`, which no backup contains, or a row of PostgreSQL, and then a copy of the database can be read.',
    shown: 'made when it is needed',
    parse: readAs.key,
  }),
  LOG_LEVEL: setting({
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    more: 'Logs are JSON, one line for each request. They never contain a token, pattern, e-mail address or payload.',
    otherwise: 'info',
    parse: readAs.oneOf(logLevels),
  }),
}

type SettingName = keyof typeof settings
type ValueOf<Name extends SettingName> =
  (typeof settings)[Name] extends Setting<infer Value, infer Otherwise> ? Value | Otherwise : never

/** Reads the environment. Throws a UserError that names the first variable with a bad value. */
export function readConfig(env: Environment) {
  const read = <Name extends SettingName>(name: Name) => readSetting(env, name)
  const baseUrl = read('LLM_BASE_URL')
  return {
    host: read('HOST'),
    port: read('PORT'),
    publicUrl: read('PUBLIC_URL'),
    databaseUrl: read('DATABASE_URL'),
    dataDir: read('DATA_DIR'),
    templatesDir: read('TEMPLATES_DIR'),
    tokens: read('MOTIF_TOKENS'),
    languageModel: baseUrl === undefined ? undefined : readLanguageModel(env, baseUrl),
    enrich: read('ENRICH'),
    callbackSecret: read('CALLBACK_SECRET'),
    callbackRetrySeconds: read('CALLBACK_RETRY_SECONDS'),
    allowPrivateAddresses: read('ALLOW_PRIVATE_ADDRESSES'),
    checkPages: read('CHECK_PAGES'),
    rateLimit: read('RATE_LIMIT'),
    trustedProxies: read('TRUSTED_PROXIES'),
    allowedOrigins: read('ALLOWED_ORIGINS'),
    eventsRetentionDays: read('EVENTS_RETENTION_DAYS'),
    securityContact: read('SECURITY_CONTACT'),
    mail: readMail(env, read('PUBLIC_URL')),
    oidc: readOidc(env),
    morning: { hour: read('MORNING_HOUR'), timeZone: read('TIME_ZONE') },
    hubspotUrl: read('HUBSPOT_URL'),
    secretsKey: read('SECRETS_KEY'),
    logLevel: read('LOG_LEVEL'),
    /** The environment itself, in which enrichment sources find their keys. */
    env,
  }
}

function readLanguageModel(env: Environment, baseUrl: string) {
  const model = readSetting(env, 'LLM_MODEL')
  if (!model) throw new UserError('LLM_MODEL: needed because LLM_BASE_URL is set')
  return { baseUrl, apiKey: readSetting(env, 'LLM_API_KEY') ?? 'none', model }
}

function readOidc(env: Environment) {
  const issuer = readSetting(env, 'OIDC_ISSUER')
  if (!issuer) return undefined
  const clientId = readSetting(env, 'OIDC_CLIENT_ID')
  const clientSecret = readSetting(env, 'OIDC_CLIENT_SECRET')
  if (!clientId) throw new UserError('OIDC_CLIENT_ID: needed because OIDC_ISSUER is set')
  if (!clientSecret) throw new UserError('OIDC_CLIENT_SECRET: needed because OIDC_ISSUER is set')
  return { issuer, clientId, clientSecret, name: readSetting(env, 'OIDC_NAME') }
}

/** The address of links according to the settings. Throws a UserError where they do not determine it. */
export function configuredUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl
  if (config.port === 0) throw new UserError('PUBLIC_URL: needed, since PORT is 0')
  return ownUrl({ address: config.host, port: config.port })
}

/** Where this machine reaches what listens on an address, which may stand for all of them: 127.0.0.1 of 0.0.0.0. */
export function ownUrl({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

function readMail(env: Environment, publicUrl: string | undefined) {
  const server = readSetting(env, 'SMTP_URL')
  if (!server) return undefined
  const host = publicUrl ? new URL(publicUrl).hostname : 'localhost'
  const address = server.user?.includes('@') ? server.user : `motif@${host}`
  return { ...server, from: readSetting(env, 'MAIL_FROM') ?? { name: 'Motif', address } }
}

/** The value of a variable, or its default if it is unset or empty. The error for a bad value names the variable. */
function readSetting<Name extends SettingName>(env: Environment, name: Name): ValueOf<Name> {
  const { parse = String, otherwise }: Setting<unknown, unknown> = settings[name]
  const text = env[name]?.trim()
  try {
    // What the table says of this name.
    return (text ? parse(text) : otherwise) as ValueOf<Name>
  } catch (error) {
    throw new UserError(`${name}: ${error instanceof Error ? error.message : 'bad value'}`)
  }
}
