import type { Config } from '../config.ts'
import { UserError } from '../model/errors.ts'

/** The address that links use, as far as the settings tell. Throws a UserError where they do not. */
export function configuredUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl
  if (config.port === 0) throw new UserError('PUBLIC_URL: needed, since PORT is 0')
  return `http://${config.host}:${config.port}`
}
