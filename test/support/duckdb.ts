import { DuckDBInstance } from '@duckdb/node-api'

/** What DuckDB answers: rows, with times in milliseconds since 1970. */
export async function askDuckDb(question: string, values: string[] = []): Promise<unknown[][]> {
  const duckDb = await DuckDBInstance.create()
  const connection = await duckDb.connect()
  const reader = await connection.runAndReadAll(question, values)
  const rows = reader.getRowsJS().map((row) => row.map(plain))
  connection.closeSync()
  duckDb.closeSync()
  return rows
}

function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'bigint' ? Number(value) : value
}
