import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase } from '../../support/postgres.ts'
import { createContent, createProspect, whenCompleted } from '../../support/records.ts'
import { unpackRelease } from '../../support/releases.ts'
import { type Service, startService } from '../../support/service.ts'
import { createTemplatesDir, measuredTemplate } from '../../support/templates.ts'
import { makeLoad, sendLoad } from '../events/load.ts'

const postgres = inject('postgres')
const templates = await createTemplatesDir({ launch: measuredTemplate })
afterAll(() => templates[Symbol.asyncDispose]())

interface Figures {
  visits: number
  lost: number
  items: { events: number; ms: number }[]
}

test.skipIf(!postgres)(
  'release 0.1 runs on beside this one, and can start again: what pages send and programs create is there, once',
  async () => {
    const environment = {
      DATABASE_URL: await createDatabase(postgres ?? ''),
      TEMPLATES_DIR: templates.path,
      MOTIF_TOKENS: 'acme/ada=a-token-of-the-upgrade-test',
      LOG_LEVEL: 'fatal',
    }
    const release = await unpackRelease('0.1.0')
    const as = (service: Service): Service => ({
      ...service,
      request: (method, path, options) =>
        service.request(method, path, { token: environment.MOTIF_TOKENS.slice(9), ...options }),
    })
    const start = async (file?: string) => as(await startService(environment, file))
    let old = await start(release)
    const records = await Promise.all(Array.from({ length: 5 }, (_, n) => makeRecord(old, `before-${n}`)))
    const load = makeLoad(
      records.map((record) => ({ organization: 'acme', ...record })),
      1200,
    )
    const step = Math.floor(load.batches.length / 4)
    let present: Service | undefined
    let next: Promise<unknown> = Promise.resolve()
    const steps = [
      async () => {
        present = await start()
      },
      async () => {
        await old.stop('SIGKILL')
        old = await start(release)
      },
      async () =>
        void (await Promise.all(
          [old, present ?? old].map((service, n) => makeRecord(service, `beside-${n}`)),
        )),
    ]
    await sendLoad(
      load.batches,
      async () => (present && Math.random() < 0.5 ? present : old),
      (answered) => {
        if (answered % step === 0) next = next.then(steps.shift() ?? (() => {}))
      },
    )
    await next
    expect(steps).toEqual([])
    await using running = present as unknown as Service
    await old.stop()
    for (const { id } of records) {
      const { body } = await running.request<Figures>('GET', `/results/content/${id}`)
      const [events, ms] = [sum(body.items, 'events'), sum(body.items, 'ms')]
      expect({ visits: body.visits, events, ms }).toEqual(load.expected.get(id))
      expect(body.lost).toBe(0)
    }
  },
  120_000,
)

async function makeRecord(service: Service, name: string): Promise<{ id: string; pattern: string }> {
  const prospect = await createProspect(service, { email: `${name}@acme.example` })
  const { id } = await createContent(service, { prospect, template: 'launch' })
  const { pattern } = await whenCompleted(service, id)
  return { id, pattern }
}

function sum(items: Figures['items'], field: 'events' | 'ms'): number {
  return items.reduce((total, item) => total + item[field], 0)
}
