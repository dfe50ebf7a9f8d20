import type { Engine } from './installed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster that the tests share; `undefined`: PostgreSQL is not on this machine. */
    postgres: string | undefined
    /** A data folder with an empty embedded database, to be copied. */
    emptyDataDir: string
    /** The browser engine that the project's tests run in. */
    engine: Engine
  }
}
