import { afterAll, beforeAll } from 'vitest'
import type { TestDatabase } from './databases.ts'
import { type Service, startService } from './service.ts'

/** A service on a database that nobody else uses, for the tests of a file: its fields are there once they run. */
export function ownService(database: TestDatabase) {
  let environment: Record<string, string>
  let api: Service
  beforeAll(async () => {
    environment = await database.create()
    api = await startService(environment)
  })
  afterAll(() => api?.stop())
  return {
    /** What it was started with: commands beside it need the same. */
    get environment() {
      return environment
    },
    get api() {
      return api
    },
  }
}
