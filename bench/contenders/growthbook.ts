import { readFile } from 'node:fs/promises'
import { changes } from '../page/changes.ts'
import { type Answer, type Contender, packages } from './contender.ts'

const key = 'sdk-bench'

/** A visual experiment as GrowthBook's API answers it, with everybody in the variation. */
const features = JSON.stringify({
  status: 200,
  features: {},
  experiments: [
    {
      key: 'bench',
      changeId: 'vc_bench',
      status: 'running',
      variations: [{ domMutations: [] }, { domMutations: mutations() }],
      weights: [0, 1],
      coverage: 1,
      hashVersion: 2,
      hashAttribute: 'id',
      urlPatterns: [{ include: true, type: 'simple', pattern: '*' }],
      meta: [{ key: '0' }, { key: '1' }],
      seed: 'bench',
      phase: '0',
    },
  ],
  dateUpdated: '2026-11-01T00:00:00.000Z',
})

function mutations() {
  const set = (selector: string, attribute: string, value: string) => ({
    selector,
    attribute,
    action: 'set',
    value,
  })
  return [
    set(changes.text.selector, 'html', changes.text.payload),
    set(changes.src.selector, 'src', changes.src.payload),
    set(changes.href.selector, 'href', changes.href.payload),
    set(changes.html.selector, 'html', changes.html.payload),
  ]
}

async function answer(path: string): Promise<Answer | undefined> {
  if (path === '/auto.min.js') {
    const file = new URL('@growthbook/growthbook/dist/bundles/auto.min.js', packages)
    return { type: 'text/javascript', body: await readFile(file, 'utf8') }
  }
  return path === `/api/features/${key}` ? { body: features } : undefined
}

const tag = (vendor: string) =>
  `<script async data-api-host="${vendor}" data-client-key="${key}" src="${vendor}/auto.min.js"></script>`

/** GrowthBook's script tag with a visual experiment. */
export const growthbook: Contender = {
  name: 'GrowthBook',
  isRival: true,
  head: ({ vendor }) => tag(vendor),
  answer,
}

/** The same with its anti-flicker, for which its documents require a blocking script. */
export const growthbookHiding: Contender = {
  name: 'GrowthBook, anti-flicker',
  isRival: true,
  head: ({ vendor }) =>
    `<script>window.growthbook_config = { antiFlicker: true, antiFlickerTimeout: 3500 }</script>
${tag(vendor).replace(' async', '')}`,
  answer,
}
