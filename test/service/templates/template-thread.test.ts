import { describe, expect, it } from 'vitest'
import { createTemplateThread, inTemplateThread } from '../../../service/templates/template-thread.ts'

const sound = 'languages: [en]\ncontent:\n  - { selector: h1, type: text, payload: "Hello {{ language }}" }\n'

/** A text of 250 KB, which takes half a second to read. */
const long = `languages: [en]\ncontent:\n${`  - { selector: h1, type: text, payload: "${'{{ language }}'.repeat(400)}" }\n`.repeat(40)}`

describe('the thread of the templates', () => {
  it('gives what its operation gives, and the message of what it throws', async () => {
    const { template } = await inTemplateThread('parseTemplate', 'launch', sound)
    expect(template?.content[0]?.payload?.get('*')?.source).toBe('Hello {{ language }}')
    const edit = { edit: 'removeItem', list: 'content', index: 4 } as const
    await expect(inTemplateThread('editTemplate', sound, [edit])).rejects.toThrow('content has no item 5')
  })

  it('lets the service go on while it reads a long text', async () => {
    const reading = inTemplateThread('parseTemplate', 'launch', long)
    let isDone = false
    let turns = 0
    const done = reading.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await new Promise((turn) => setTimeout(turn))
      turns++
    }
    await done
    // In the thread of the service there would be one turn, once all is read.
    expect(turns).toBeGreaterThan(10)
  })

  it.each(['hangs', 'ends', 'fails'])(
    'a task that %s fails alone; those behind it are answered',
    async (name) => {
      const file = new URL('failing-worker.ts', import.meta.url)
      const inThread = createTemplateThread({ file, deadlineMs: 1500 })
      const names = ['first', name, ...Array.from({ length: 100 }, (_, index) => `later ${index}`)]
      const answers = await Promise.allSettled(names.map((each) => inThread('parseTemplate', each, '')))
      const answered = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined))
      expect(answered).toEqual(names.map((each) => (each === name ? undefined : each)))
      expect(answers[1]).toMatchObject({ reason: { message: expect.stringContaining('10 s or 192 MB') } })
    },
  )
})
