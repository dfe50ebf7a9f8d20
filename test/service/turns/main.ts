import { parseArgs } from 'node:util'
import { startService } from '../../support/service.ts'
import { callbacksThatHang } from './callbacks.ts'
import { type Flood, measureBeside } from './measure.ts'
import { enrichmentThatHangs, generationThatHangs } from './model.ts'

/**
 * `npm run test:long -- turns [-- --count 10000] [-- --only callbacks]`: one organization has so much to do that never ends, and
 * another waits for one thing at a time. On the embedded database, or on the one that `DATABASE_URL` names.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    samples: { type: 'string', default: '40' },
    only: { type: 'string' },
  },
})
const [count, samples] = [Number(values.count), Number(values.samples)]
const databaseUrl = process.env.DATABASE_URL

const floods: Record<string, () => Promise<Flood>> = {
  callbacks: callbacksThatHang,
  enrichment: enrichmentThatHangs,
  generation: generationThatHangs,
}

for (const [name, begin] of Object.entries(floods)) {
  if (values.only !== undefined && values.only !== name) continue
  await using flood = await begin()
  const environment = { ...flood.environment, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  await using service = await startService(environment)
  const { before, beside, held } = await measureBeside(service, flood, { count, samples })
  const ending = performance.now()
  await service.stop()
  const endSeconds = ((performance.now() - ending) / 1000).toFixed(1)
  console.log(
    `${name}: another organization waits ${before.text} before, ${beside.text} beside ${count} that hang`,
  )
  console.log(`${name}: ${held} hung at once; the service ended in ${endSeconds} s`)
  if (beside.longestMs > flood.longestMs) process.exitCode = 1
}
