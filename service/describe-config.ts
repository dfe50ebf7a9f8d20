import type { Config } from './config.ts'

/** The settings as the log may show them, by the names of their variables: no password, token, secret or key. */
export function describeConfig(config: Config): Record<string, unknown> {
  const { languageModel, databaseUrl, mail } = config
  return {
    HOST: config.host,
    PORT: config.port,
    PUBLIC_URL: config.publicUrl,
    ...(databaseUrl ? { DATABASE_URL: withoutUser(databaseUrl) } : { DATA_DIR: config.dataDir }),
    TEMPLATES_DIR: config.templatesDir,
    MOTIF_TOKENS: config.tokens.length,
    LLM_BASE_URL: languageModel && withoutUser(languageModel.baseUrl),
    LLM_MODEL: languageModel?.model,
    ENRICH: config.enrich.join(','),
    CALLBACK_SECRET: config.callbackSecret ? 'set' : 'made',
    CALLBACK_RETRY_SECONDS: config.callbackRetrySeconds.join(','),
    ALLOW_PRIVATE_ADDRESSES: config.allowPrivateAddresses,
    CHECK_PAGES: config.checkPages,
    RATE_LIMIT: config.rateLimit,
    TRUSTED_PROXIES: config.trustedProxies.join(','),
    ALLOWED_ORIGINS: String(config.allowedOrigins),
    EVENTS_RETENTION_DAYS: config.eventsRetentionDays,
    EVENTS_ARCHIVE: config.eventsArchive,
    SECURITY_CONTACT: config.securityContact,
    SMTP_URL: mail && `smtp${mail.secure ? 's' : ''}://${mail.host}:${mail.port}`,
    MAIL_FROM: mail?.from.address,
    OIDC_ISSUER: config.oidc?.issuer,
    OIDC_CLIENT_ID: config.oidc?.clientId,
    OIDC_NAME: config.oidc?.name,
    MORNING_HOUR: config.morning.hour,
    TIME_ZONE: config.morning.timeZone,
    LOG_LEVEL: config.logLevel,
  }
}

/** A URL's scheme, host and path: its other parts may be secret. */
function withoutUser(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
