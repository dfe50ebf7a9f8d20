import { readFileSync } from 'node:fs'
import type { Edited } from './editing.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** What axe-core finds wrong in all that is there of the editor. */
export async function violationsIn({ page }: Edited): Promise<unknown> {
  const client = await page.context().newCDPSession(page)
  const evaluate = async (expression: string) =>
    (await client.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result
      .value
  await evaluate(`${axe};0`)
  return evaluate(
    `axe.run({ include: [['motif-editor']] }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  )
}
