import { makeEmptyDatabase } from './empty-database.ts'

// A thread of the build's, for it takes as long as the rest of it.
await makeEmptyDatabase()
