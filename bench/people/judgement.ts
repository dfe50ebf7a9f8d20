import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createDatabase, startCluster } from '../../test/support/postgres.ts'
import { measureProcess } from '../collector.ts'
import { type Spread, spreadOf } from '../report/numbers.ts'

/** Events a second with and without the judgement of visits, on one database. */
interface JudgementFigures {
  database: 'PGlite' | 'PostgreSQL'
  judged: Spread
  unjudged: Spread
}

interface Rounds {
  rounds: number
  warmUpMs: number
  measureMs: number
}

const main = resolve('service/main.ts')
/** The same service, from its source, in which files are replaced by others that tell nobody apart. */
const commands = {
  judged: [main],
  unjudged: ['--import', resolve('bench/people/unjudged.ts'), main],
}

/**
 * Measures the collector with and without the judgement, in turns, each time on a new database: 32 clients whose visits come
 * from many networks, have no input in their first batch, and have some from the second on.
 */
export async function measureJudgement({ rounds, ...times }: Rounds): Promise<JudgementFigures[]> {
  const cluster = await startCluster()
  const folder = await mkdtemp(join(tmpdir(), 'motif-bench-'))
  let databases = 0
  const create = {
    PGlite: async () => ({ DATA_DIR: join(folder, `${databases++}`) }),
    PostgreSQL: cluster && (async () => ({ DATABASE_URL: await createDatabase(cluster.url) })),
  }
  try {
    const figures: JudgementFigures[] = []
    for (const database of ['PGlite', 'PostgreSQL'] as const) {
      const fresh = create[database]
      if (!fresh) continue
      const rates = { judged: [] as number[], unjudged: [] as number[] }
      for (let round = 0; round < rounds; round++)
        for (const way of ['judged', 'unjudged'] as const) {
          const load = { ...times, hasSigns: true }
          rates[way].push((await measureProcess(await fresh(), load, commands[way])).eventsPerSecond)
        }
      figures.push({ database, judged: spreadOf(rates.judged), unjudged: spreadOf(rates.unjudged) })
    }
    return figures
  } finally {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
