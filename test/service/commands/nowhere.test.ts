import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { motif } from '../../support/motif.ts'
import { createDatabase } from '../../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'motif-nowhere-'))
afterAll(() => rmSync(folder, { recursive: true }))
const nowhere = join(folder, 'data')

const commands = [
  ['token', 'list'],
  ['token', 'revoke', '0'.repeat(24)],
  ['secret'],
  ['backup', join(folder, 'motif.backup')],
  ['import-people', 'people.csv', '--organization', 'acme'],
  ['callbacks', 'list'],
  ['move', 'postgres://127.0.0.1:1/none'],
]

describe('where there is no database a command makes none, and says where it looked', () => {
  test.each(commands)('%s %s', async (...args) => {
    expect(await motif(args, { DATA_DIR: nowhere })).toEqual({
      code: 1,
      stdout: '',
      stderr: `there is no database in ${nowhere}, and no such folder; DATABASE_URL is not set, DATA_DIR is ${nowhere} (in the environment, or in .env of this folder)\n`,
    })
    expect(existsSync(nowhere)).toBe(false)
  })

  test('PostgreSQL that does not answer is named without its password', async () => {
    const { code, stderr } = await motif(['token', 'list'], {
      DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/motif',
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^DATABASE_URL: no database answers at postgres:\/\/127\.0\.0\.1:1\/motif \(.*ECONNREFUSED.*\)\n$/,
    )
  })

  test.skipIf(!inject('postgres'))('PostgreSQL without tables is left without them', async () => {
    const DATABASE_URL = await createDatabase(inject('postgres') ?? '')
    const ask = () => motif(['token', 'list'], { DATABASE_URL })
    expect(await ask()).toMatchObject({ code: 1, stderr: expect.stringContaining('no database of Motif at') })
    expect(await ask()).toMatchObject({ code: 1 })
  })
})

forADatabase((database) => {
  test('an organization without a token is refused with the names there are', async () => {
    const environment = await database.create()
    for (const organization of ['acme', 'other'])
      await motif(['token', 'create', '--organization', organization, '--user', 'ada'], environment)
    const ran = await motif(['import-people', 'people.csv', '--organization', 'acmee'], environment)
    expect(ran).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--organization: no token is of acmee; there are: acme, other .*\n$/),
    })
  })
})
