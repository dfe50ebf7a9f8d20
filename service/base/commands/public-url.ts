import type { Config } from '../../config.ts'
import { UserError } from '../words/errors.ts'

/** The address of links according to the settings. Throws a UserError where they do not determine it. */
export function configuredUrl(config: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl
  if (config.port === 0) throw new UserError('PUBLIC_URL: needed, since PORT is 0')
  return `http://${config.host}:${config.port}`
}
