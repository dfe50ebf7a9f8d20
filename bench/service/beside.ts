import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createDatabase, startCluster } from '../../test/support/postgres.ts'
import { show, showSpread, spreadOf } from '../report/numbers.ts'
import { measureService, type ServiceFigures } from './service-figures.ts'

/** The number of rounds. The two take turns, so that other work of the machine affects both. */
const rounds = 3

/** The compared figures, with their units. */
const figures: Record<keyof ServiceFigures, { what: string; unit: string }> = {
  firstStartMs: { what: 'first start, which makes the database, until it listens', unit: 'ms' },
  startMs: { what: 'start', unit: 'ms' },
  aloneMs: { what: 'content created → completed, alone (median)', unit: 'ms' },
  togetherMs: { what: '500 contents created at once, all completed', unit: 'ms' },
  recordsPerSecond: { what: '`GET /p`, 32 connections', unit: 'requests/s' },
  recordP99Ms: { what: 'its p99', unit: 'ms' },
  eventsPerSecond: { what: '`POST /e`, 32 clients × 3 events', unit: 'events/s' },
  batchP99Ms: { what: 'its p99', unit: 'ms' },
  restMb: { what: 'memory at rest after that', unit: 'MB' },
  highestMb: { what: 'memory at its highest', unit: 'MB' },
}

/**
 * `npm run bench -- service --beside FOLDER`: compares the built service of this checkout with that of another one, such as an earlier
 * version, in turns in one run, on both databases, in about eight minutes. Without PostgreSQL on the embedded one alone. Returns the
 * text to print. It writes no files.
 */
export async function measureBeside(folder: string, isQuick: boolean): Promise<string> {
  const folders = { [folder]: resolve(folder), here: resolve('.') }
  for (const each of Object.values(folders))
    if (!existsSync(join(each, 'dist/service/main.js'))) throw new Error(`${each}: no built service`)
  const cluster = await startCluster()
  try {
    const embedded = await measureInTurns(folders, isQuick, async () => undefined)
    const tables = [`PGlite\n\n${tableOf(embedded)}`]
    if (cluster) {
      const inCluster = await measureInTurns(folders, isQuick, () => createDatabase(cluster.url))
      tables.push(`PostgreSQL\n\n${tableOf(inCluster)}`)
    }
    return tables.join('\n\n')
  } finally {
    await cluster?.stop()
  }
}

/** @param makeDatabase the URL of a new database for each round; `undefined` for the embedded one */
async function measureInTurns(
  folders: Record<string, string>,
  isQuick: boolean,
  makeDatabase: () => Promise<string | undefined>,
): Promise<Record<string, ServiceFigures[]>> {
  const measured: Record<string, ServiceFigures[]> = {}
  for (let round = 0; round < (isQuick ? 1 : rounds); round++)
    for (const [name, path] of Object.entries(folders)) {
      console.error(`bench: ${name}, round ${round + 1}`)
      const figures = await measureService(path, isQuick, await makeDatabase())
      measured[name] = [...(measured[name] ?? []), figures]
    }
  return measured
}

function tableOf(measured: Record<string, ServiceFigures[]>): string {
  const lines = Object.entries(figures).map(([key, { what, unit }]) => {
    const spreads = Object.values(measured).map((each) =>
      spreadOf(each.map((values) => values[key as keyof ServiceFigures])),
    )
    const [before, here] = spreads.map(({ median }) => median)
    const ratio = before && here ? `${show((here / before) * 100)} %` : ''
    return `| ${[what, ...spreads.map((spread) => showSpread(spread, unit)), ratio].join(' | ')} |`
  })
  const names = Object.keys(measured).map((name) => ` ${name} |`)
  return [`| what |${names.join('')} here ÷ there |`, '|---|---|---|---|', ...lines].join('\n')
}
