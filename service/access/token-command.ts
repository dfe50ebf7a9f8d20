import { type Command, inColumns, readArguments, UsageError } from '../base/commands/command.ts'
import type { Database } from '../base/database/database.ts'
import { UserError } from '../base/words/errors.ts'
import { type Role, roles } from '../base/words/role.ts'
import { createSignInLink } from './sessions.ts'
import { chooseOrganization, createToken, isPlainName, listTokens, revokeToken } from './tokens.ts'

export const tokenCreateCommand: Command = {
  name: 'token create',
  usage: '--organization NAME --user NAME [--role ROLE] [--expires DAYS]',
  summary: 'makes a token and prints it, once; ROLE is viewer, editor or admin',
  help: {
    options: {
      '--organization NAME': 'whose; it is made if it does not exist yet',
      '--user NAME': 'who, or which program, it is for',
      '--role ROLE':
        'viewer reads results, editor also makes campaigns and templates, admin all. Default: admin',
      '--expires DAYS': 'how many days it is valid. Default: for ever',
    },
    examples: [
      'token create --organization acme --user crm',
      'token create --organization acme --user jane --role viewer --expires 90',
    ],
    notes: ['The token is printed only this once: Motif stores nothing from which it could be read.'],
  },
  needsDatabase: true,
  makesDatabase: true,
  prepare(args) {
    const given = readArguments(args, {
      options: { organization: true, user: true, role: false, expires: false },
    })
    const owner = {
      organization: plainName('--organization', given.organization),
      user: plainName('--user', given.user),
      role: readRole(given.role),
      expiresInDays: given.expires === undefined ? undefined : days(given.expires),
    }
    return async ({ rooms, out }) => {
      const { token } = await createToken(rooms.db, owner)
      out(`${token}\n`)
      return 0
    }
  },
}

export const tokenListCommand: Command = {
  name: 'token list',
  usage: '',
  summary: 'lists the tokens: id, organization, user, role, state, dates',
  help: { examples: ['token list'] },
  needsDatabase: true,
  prepare(args) {
    readArguments(args)
    return async ({ rooms, out, err, isTerminal }) => {
      const tokens = await listTokens(rooms.db)
      if (tokens.length === 0 && isTerminal) err('no tokens yet: make one with token create\n')
      const cells = tokens.map(({ id, organization, user, role, state, createdAt, expiresAt }) => {
        const expiry = expiresAt ? `expires ${expiresAt.slice(0, 10)}` : 'no expiry'
        return [id, organization, user, role, state, `made ${createdAt.slice(0, 10)}`, expiry]
      })
      for (const line of inColumns(cells)) out(`${line}\n`)
      return 0
    }
  },
}

export const tokenRevokeCommand: Command = {
  name: 'token revoke',
  usage: 'ID',
  summary: 'makes a token invalid at once',
  help: {
    options: { ID: 'as token list names it' },
    examples: ['token revoke 6b00893a1f2e4d5c6b7a8901'],
    notes: ['Sessions that began with it end, too.'],
  },
  needsDatabase: true,
  prepare(args) {
    const { ID = '' } = readArguments(args, { positions: ['ID'] })
    return async ({ rooms, err }) => {
      if (!(await revokeToken(rooms.db, ID)))
        throw new UserError(`no valid token has the id ${ID}; token list shows the ids`)
      err(`revoked ${ID}\n`)
      return 0
    }
  },
}

const linkSeconds = 15 * 60

export const signInCommand: Command<{ db: Database; publicUrl(): string }> = {
  name: 'sign-in',
  usage: '[--organization NAME] [--role ROLE] [--user NAME]',
  summary: 'prints a link into the console that works once, for 15 minutes',
  help: {
    options: {
      '--organization NAME': 'whose; one that has a token. Default: the only one there is',
      '--role ROLE': 'viewer, editor or admin. Default: admin',
      '--user NAME': 'what the session is called. Default: console',
    },
    examples: ['sign-in', 'sign-in --organization acme --role viewer --user jane'],
  },
  needsDatabase: true,
  prepare(args) {
    const given = readArguments(args, { options: { organization: false, role: false, user: false } })
    const role = readRole(given.role)
    const user = plainName('--user', given.user ?? 'console')
    return async ({ rooms, out }) => {
      const organization = await chooseOrganization(rooms.db, given.organization)
      const url = rooms.publicUrl()
      const { secret } = await createSignInLink(rooms.db, { organization, user, role }, linkSeconds)
      out(`${url}/console/sign-in?link=${secret}\n`)
      return 0
    }
  },
}

/** Reads a name that `MOTIF_TOKENS` could contain. Throws a UsageError for any other. */
function plainName(option: string, text = ''): string {
  const name = text.trim()
  if (isPlainName(name)) return name
  throw new UsageError(`${option}: 1 to 100 characters, none of them / = or a comma`)
}

/** Reads the option `--role`. Default: `admin`. */
function readRole(text = 'admin'): Role {
  if (roles.includes(text as Role)) return text as Role
  throw new UsageError(`--role: one of ${roles.join(', ')}`)
}

function days(text: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= 36_500) return value
  throw new UsageError('--expires: a whole number of days from 1 to 36500')
}
