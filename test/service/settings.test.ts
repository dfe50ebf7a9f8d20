import { expect, test } from 'vitest'
import { readConfig, settings } from '../../service/config.ts'
import { settingsForLog } from '../../service/describe-settings.ts'

test('what a start logs of the settings has no password, token, secret or key', () => {
  const secret = 'd0-not-show-this-anywhere'
  const named = Object.keys(settings).filter((name) => /TOKEN|KEY|SECRET/.test(name))
  const logged = settingsForLog({
    DATABASE_URL: `postgres://ada:${secret}@db.example/motif?password=${secret}`,
    SMTP_URL: `smtp://ada:${secret}@mail.example`,
    LLM_BASE_URL: `https://ada:${secret}@llm.example/v1?key=${secret}`,
    ...Object.fromEntries(named.map((name) => [name, secret])),
  })
  expect(logged).toMatchObject({ DATABASE_URL: 'postgres://db.example/motif', MOTIF_TOKENS: 'set' })
  expect(JSON.stringify(logged)).not.toContain(secret)
})

test.each([
  { PUBLIC_URL: 'https://ada:secret@motif.example' },
  { PUBLIC_URL: 'https://motif.example/?a=1' },
  { MOTIF_TOKENS: 'acme/crm=a-token-that-was-copied, other/crm=a-token-that-was-copied' },
  { TRUSTED_PROXIES: 'proxy.example' },
  { RATE_LIMIT: '-1' },
])('%o stops the start, with a line that names it', (environment) => {
  expect(() => readConfig(environment)).toThrow(new RegExp(`^${Object.keys(environment)[0]}: must `))
})
