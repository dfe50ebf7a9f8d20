import type { Engine } from './browsers/find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster that the tests share; `undefined`: PostgreSQL is not on this machine. */
    postgres: string | undefined
    /** The browser engine that the project's tests run in. */
    engine: Engine
  }
}
