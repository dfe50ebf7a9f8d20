import type { ShownToken } from '../../service/access/operations.ts'
import { ask } from './client.ts'
import type { Role } from './session-state.ts'

/** Creates a token, which is shown once. */
export function makeAccessToken(wanted: { user: string; role: Role }, key: string): Promise<ShownToken> {
  return ask('POST /v1/tokens', { json: wanted, key })
}
