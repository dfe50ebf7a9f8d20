import { ApiError } from '../errors.ts'
import { jsonDepth, jsonMembers } from '../exact-json.ts'
import type { Additional } from '../store/additional.ts'
import { maxAdditionalBytes } from '../store/prospects.ts'

const maxLevels = 5

/**
 * Takes `additional` out of a request's body as it came. Undefined where the body has none.
 * Throws 40001 where it is over 16 KiB of compact UTF-8 JSON, or over 5 levels counting itself.
 *
 * @param body JSON text of an object that the operation's schema has accepted.
 */
export function readAdditional(body: string): Additional | undefined {
  const text = jsonMembers(body).get('additional')
  if (text === undefined) return undefined
  if (Buffer.byteLength(text) > maxAdditionalBytes) {
    throw new ApiError(40001, 'additional: must be at most 16 KiB of compact UTF-8 JSON.')
  }
  if (jsonDepth(text) > maxLevels) {
    throw new ApiError(40001, `additional: must be at most ${maxLevels} levels deep, counting itself.`)
  }
  return jsonMembers(text)
}
