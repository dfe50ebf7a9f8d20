/** Vitest ends a worker whose tests are over by this signal: what is registered for `exit` is done then as well. */
process.once('SIGTERM', () => process.exit())
