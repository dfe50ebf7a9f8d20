import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { createTemplateThread, turnsOfJobs } from '../../../service/templates/template-thread.ts'

const sound = 'languages: [en]\ncontent:\n  - { selector: h1, type: text, payload: "Hello {{ language }}" }\n'

/** A text of 250 KB, which takes half a second to read. */
const long = `languages: [en]\ncontent:\n${`  - { selector: h1, type: text, payload: "${'{{ language }}'.repeat(400)}" }\n`.repeat(40)}`

const scope = { prospect: { company: 'Acme' }, language: 'en', content: { pattern: 'p' } }

/** A thread whose tasks answer with their names, and fail as these say. */
function startThread({ deadlineMs = 60_000, file = new URL('failing-worker.ts', import.meta.url) } = {}) {
  const lines: string[] = []
  const metrics = new Registry()
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const thread = createTemplateThread({ log, metrics, file, deadlineMs })
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { thread, logged, metrics }
}

const real = { file: new URL('../../../service/templates/template-worker.ts', import.meta.url) }

describe('the thread of the templates', () => {
  it('gives what its operation gives, and the message of what it throws', async () => {
    const { thread, metrics } = startThread(real)
    const { template } = await thread.parse('acme', 'launch', sound)
    expect(template?.content[0]?.payload?.get('*')?.source).toBe('Hello {{ language }}')
    const edit = { edit: 'removeItem', list: 'content', index: 4 } as const
    await expect(thread.run('acme', 'editTemplate', sound, [edit])).rejects.toThrow('content has no item 5')
    const figures = await metrics.metrics()
    expect(figures).toContain('motif_template_work_seconds_count{operation="parseTemplate"} 1')
    expect(figures).toContain('motif_template_wait_seconds_count 2')
  })

  it('lets the service go on while it reads and renders a long text', async () => {
    const { thread } = startThread(real)
    const { template } = await thread.parse('acme', 'launch', sound)
    if (!template) throw new Error('the template is sound')
    const wanted = { scope, from: 0, leftMs: 500, withTasks: false }
    const reading = Promise.all([thread.parse('acme', 'long', long), thread.render('acme', template, wanted)])
    let isDone = false
    let turns = 0
    const done = reading.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await new Promise((turn) => setTimeout(turn))
      turns++
    }
    expect((await done)[1].items).toMatchObject([{ payload: 'Hello en' }])
    // In the thread of the service there would be one turn, once all is read.
    expect(turns).toBeGreaterThan(10)
  })

  it('renders each of many templates, however many it can hold', async () => {
    const { thread } = startThread(real)
    const texts = Array.from({ length: 12 }, (_, at) => `${at} ${'x'.repeat(18_000)}`)
    const templates = await Promise.all(
      texts.map((text) => thread.parse('acme', 'launch', sound.replace('Hello', text))),
    )
    const wanted = { scope, from: 0, leftMs: 60_000, withTasks: false }
    for (let round = 0; round < 2; round++) {
      const rendered = templates.map(({ template }) => template && thread.render('acme', template, wanted))
      const payloads = (await Promise.all(rendered)).map((turn) => turn?.items[0]?.payload)
      expect(payloads).toEqual(texts.map((text) => `${text} en`))
    }
  })

  it('holds no more of templates than it has memory for, whatever their cases say', async () => {
    const { thread, logged } = startThread(real)
    // A template takes more than 10 MB once its texts are parsed.
    const text = '{{1}}'.repeat(3900)
    const item = `  - { selector: h1, type: text, for: [{ when: { company: Acme }, payload: "${text}" }] }\n`
    const yaml = `languages: [en]\ncontent:\n${item.repeat(3)}`
    const wanted = { scope, from: 2, leftMs: 60_000, withTasks: false }
    for (let at = 0; at < 25; at++) {
      const { template } = await thread.parse('acme', `launch-${at}`, yaml)
      if (!template) throw new Error('the template is sound')
      for (const from of [0, 1, 2]) await thread.render('acme', template, { ...wanted, from })
    }
    expect(logged()).toEqual([])
  })

  it.each([
    ['hangs', 'time', 'takes more than 10 s of work'],
    ['grows', 'memory', 'takes more than 192 MB of memory'],
    ['ends', 'failure', 'ended the thread'],
    ['fails', 'failure', 'ended the thread'],
  ])(
    'a task that %s fails alone; those behind it are answered, and the log says which it was',
    async (name, reason, says) => {
      const { thread, logged, metrics } = startThread(name === 'hangs' ? { deadlineMs: 1500 } : {})
      const names = ['first', name, ...Array.from({ length: 90 }, (_, index) => `later ${index}`)]
      const answers = await Promise.all(names.map((each) => thread.parse('acme', each, '')))
      expect(answers).toEqual(
        names.map((each) =>
          each === name
            ? { problems: [{ line: 1, column: 1, message: expect.stringContaining(says) }], isUnread: true }
            : { name: each, problems: [] },
        ),
      )
      expect(logged()).toMatchObject([
        { msg: 'the thread of the templates was ended', reason, operation: 'parseTemplate', template: name },
      ])
      expect(await metrics.metrics()).toContain(`motif_template_thread_ended_total{reason="${reason}"} 1`)
    },
  )

  it('gives organizations their turns: one waits for one turn of another, however much that one has', async () => {
    const { thread } = startThread()
    const order: string[] = []
    const ask = (organization: string, name: string) =>
      thread.parse(organization, name, '').then(() => order.push(organization))
    const many = Array.from({ length: 80 }, () => ask('many', 'long'))
    const few = [ask('few', 'long'), ask('few', 'long')]
    await Promise.all([...many, ...few])
    // The second task of `few` waits for its second turn.
    expect(order.slice(0, 5)).toEqual(['many', 'few', 'many', 'few', 'many'])
  })

  it('lets jobs wait, however many texts they have to finish', async () => {
    const { thread } = startThread(real)
    const wanted = { type: 'text', own: '', payload: undefined } as const
    const finish = () => thread.run(turnsOfJobs('many'), 'finishWritten', '"Hello"', wanted)
    const texts = await Promise.all(Array.from({ length: 300 }, finish))
    expect(new Set(texts)).toEqual(new Set(['Hello']))
  })

  it('has somebody else’s preview not wait for what an organization has begun; its own, and jobs, do', async () => {
    const { thread } = startThread()
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const done: string[] = []
    const ask = (turns: string, name: string) => thread.parse(turns, name, '').then(() => done.push(name))
    const slow = thread.run('slow', 'parseTemplate', 'waits', gate as never)
    const behind = [ask('slow', 'own'), ask(turnsOfJobs('slow'), 'own job'), ask(turnsOfJobs('other'), 'job')]
    await ask('other', 'preview')
    await ask('third', 'preview')
    expect(done).toEqual(['preview', 'preview'])
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
    await Promise.all([slow, ...behind])
  })

  it('takes a hundred tasks of one organization, and says to the next when to come again', async () => {
    const { thread, metrics } = startThread()
    const asked = Array.from({ length: 130 }, () => thread.parse('many', 'long', ''))
    const other = thread.parse('few', 'long', '')
    expect(await metrics.metrics()).toMatch(/motif_template_tasks_waiting 10[01]\n/)
    const answers = await Promise.allSettled([...asked, other])
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThanOrEqual(29)
    expect(refused.length).toBeLessThanOrEqual(30)
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({
        refusal: 'too-many',
        retryAfterSeconds: 5,
        message: expect.stringContaining('already wait'),
      })
    expect(answers.at(-1)).toMatchObject({ status: 'fulfilled' })
  })
})
