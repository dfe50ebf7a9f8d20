import { expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { motif, motifProcess } from '../../support/motif.ts'
import { startService } from '../../support/service.ts'

/** Runs what follows, and reads nothing of its standard output; the exit code is the command's. */
const unread = ['bash', '-c', '"$@" > >(exec true); exit $?', 'unread'] as const

/** Runs what follows with its standard output on a disk that is full. */
const full = ['bash', '-c', '"$@" >/dev/full; exit $?', 'full'] as const

forADatabase((database) => {
  test('a command whose output nobody reads any more ends as after Ctrl-C', async () => {
    const environment = await database.create()
    await motif(['token', 'create', '--organization', 'acme', '--user', 'jane'], environment)
    const query = ['query', 'SELECT generate_series(1, 100000) AS number']
    expect(await motifProcess(query, environment, unread)).toMatchObject({ stderr: '' })
    await using _ = await startService(environment)
    expect(await motifProcess(query, environment, unread)).toMatchObject({ stderr: '' })
  })

  test('a command whose output finds the disk full says so in one line, and fails', async () => {
    const environment = await database.create()
    const failed = {
      code: 1,
      stderr: expect.stringMatching(/^the output could not be written: ENOSPC: .*\n$/),
    }
    const create = ['token', 'create', '--organization', 'acme', '--user', 'jane']
    expect(await motifProcess(create, environment, full)).toMatchObject(failed)
    const query = ['query', 'SELECT generate_series(1, 100000) AS number']
    expect(await motifProcess(query, environment, full)).toMatchObject(failed)
  })
})
