import { expect, test } from 'vitest'
import { forADatabase } from '../../support/databases.ts'
import { motif, motifProcess } from '../../support/motif.ts'
import { startService } from '../../support/service.ts'

/** Runs what follows, and reads nothing of its standard output; the exit code is the command's. */
const unread = ['bash', '-c', '"$@" > >(exec true); exit $?', 'unread'] as const

forADatabase((database) => {
  test('a command whose output nobody reads any more ends as after Ctrl-C', async () => {
    const environment = await database.create()
    await motif(['token', 'create', '--organization', 'acme', '--user', 'jane'], environment)
    const query = ['query', 'SELECT generate_series(1, 100000) AS number']
    expect(await motifProcess(query, environment, unread)).toMatchObject({ stderr: '' })
    await using _ = await startService(environment)
    expect(await motifProcess(query, environment, unread)).toMatchObject({ stderr: '' })
  })
})
