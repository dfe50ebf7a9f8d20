import { registerHooks } from 'node:module'

/** `--import` of a service that takes every visit for a person's: see `unjudged-visits.ts`. */
const judging = ['./bursts.ts', './settle-visits.ts']

registerHooks({
  resolve(specifier, context, next) {
    const isJudging = judging.includes(specifier) && context.parentURL?.endsWith('/events/store-batches.ts')
    return isJudging
      ? next(new URL('unjudged-visits.ts', import.meta.url).href, context)
      : next(specifier, context)
  },
})
