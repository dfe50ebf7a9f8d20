import { makeEmptyDatabase } from './empty-database.ts'

// Runs in a thread of the build, because it takes as long as everything else in it.
await makeEmptyDatabase()
