import { inject } from 'vitest'

/** Whether this engine runs every case: Chromium always does, the others in `npm run test:engines`. */
export const isEverythingRun = inject('engine') === 'chromium' || process.env.ENGINES === 'all'
