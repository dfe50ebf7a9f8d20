import { ApiError } from '../errors.ts'
import type { Service } from '../service.ts'

/** Throws 40003 where there is no such template or it is broken, 40004 where it does not offer the language. */
export function assertOffered({ templates }: Service, name: string, language: string): void {
  const template = templates.get(name)
  if (!template) throw new ApiError(40003, 'template: there is no sound template of this name.')
  if (templates.offeredLanguage(template, language) === undefined) {
    const offered = template.languages.join(', ')
    throw new ApiError(40004, `language: the template does not offer ${language}; it offers ${offered}.`)
  }
}
