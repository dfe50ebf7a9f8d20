import { describe, expect, test } from 'vitest'
import { find } from '../../../service/access/sql.ts'
import { ensureTokens, listTokens, revokeToken } from '../../../service/access/tokens.ts'
import { openStore } from '../../../service/base/store.ts'
import { readConfig } from '../../../service/config.ts'
import { forADatabase } from '../../support/databases.ts'
import { motif, motifProcess } from '../../support/motif.ts'

forADatabase((database) => {
  test('a token is made, listed and revoked, with no service running', async () => {
    const environment = await database.create()
    const made = await motifProcess(
      ['token', 'create', '--organization', 'acme', '--user', 'jane'],
      environment,
    )
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{20,}\n$/) })

    const listed = await motif(['token', 'list'], environment)
    expect(listed.stdout).toMatch(/^[0-9a-f]{24} {2}acme {2}jane {2}admin {2}valid/)
    expect(listed.stdout).not.toContain(made.stdout.trim())

    const id = listed.stdout.slice(0, 24)
    expect(await motif(['token', 'revoke', id], environment)).toMatchObject({ code: 0, stdout: '' })
    expect((await motif(['token', 'list'], environment)).stdout).toContain('revoked')
  })

  test('a token of MOTIF_TOKENS that was revoked stays revoked at the next start, which names it', async () => {
    const store = await openStore(readConfig(await database.create()))
    const configured = { organization: 'acme', user: 'ada', token: '12345678901234567890' }
    const start = () => ensureTokens(store.db, [configured])
    expect(await start()).toEqual({ firstToken: undefined, revoked: [] })
    const [listed] = await listTokens(store.db)
    await revokeToken(store.db, listed?.id ?? '')
    expect(await start()).toEqual({ firstToken: undefined, revoked: ['acme/ada'] })
    expect(await find(store.db, 'token', configured.token)).toBeUndefined()
    await store.close()
  })
})

describe('a wrong call', () => {
  test.each([
    [['token', 'create', '--user', 'jane'], 'missing: --organization'],
    [['token', 'create', '--organization', 'a/b', '--user', 'jane'], '--organization'],
    [['token', 'create', '--organization', 'a', '--user', 'b', '--expires', 'soon'], '--expires'],
    [['token', 'create', '--organization', 'a', '--user', 'b', '--expires', '36501'], 'from 1 to 36500'],
    [['token', 'create', '--organization', 'a', '--user', 'b', '--role', 'root'], '--role: one of'],
    [['token', 'revoke'], 'missing: ID'],
    [['frobnicate'], 'unknown command: frobnicate'],
  ])('%j says what is wrong, and opens no database', async (args, message) => {
    const ran = await motif(args, { DATA_DIR: '/dev/null/data' })
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) })
    expect(ran.stderr).not.toContain('    at ')
  })

  test('a bad value in the environment is named in one line', async () => {
    const ran = await motifProcess(['token', 'list'], { DATA_DIR: 'data', RATE_LIMIT: 'many' })
    expect(ran).toMatchObject({
      code: 1,
      stderr: 'RATE_LIMIT: must be a whole number from 0 to 1000000000\n',
    })
  })
})
