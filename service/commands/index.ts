import type { Command } from './command.ts'
import { tokenCreateCommand, tokenListCommand, tokenRevokeCommand } from './token.ts'

/** Every command of `npm run motif`, in the order in which help shows them. */
export const commands: readonly Command[] = [tokenCreateCommand, tokenListCommand, tokenRevokeCommand]
