import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadTurn } from '../../../service/templates/template-worker.ts'

/** Stands for the worker of the templates: the name of the template says how it fails. */
parentPort?.on('message', ({ tasks }: ThreadTurn) => {
  for (const { parameters } of tasks) {
    const [name, text] = parameters
    if (name === 'waits') Atomics.wait(text as unknown as Int32Array, 0, 0)
    if (name === 'hangs') for (;;);
    if (name === 'ends') process.exit(1)
    if (name === 'fails') throw new Error('failed on purpose')
    // Nothing large at once: V8 ends the whole process if that does not fit.
    if (name === 'grows') for (let last: object = {}; ; ) last = { last }
    say({ result: { name, problems: [] }, ms: 0 })
    if (name === 'long') break
  }
  say('over')
})
say('ready')

function say(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer)
}
