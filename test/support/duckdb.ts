import { DuckDBInstance } from '@duckdb/node-api'

/** What DuckDB answers: rows, with times in milliseconds since 1970. */
export async function askDuckDb(question: string, values: string[] = []): Promise<unknown[][]> {
  const duckDb = await DuckDBInstance.create()
  const connection = await duckDb.connect()
  try {
    const reader = await connection.runAndReadAll(question, values)
    return reader.getRowsJS().map((row) => row.map(plain))
  } finally {
    connection.closeSync()
    duckDb.closeSync()
  }
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'bigint' ? Number(value) : value
}
