import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadTask } from '../../../service/templates/template-worker.ts'

/** Stands for the worker of the templates: the name of the template says how it fails. */
parentPort?.on('message', ({ parameters: [name] }: ThreadTask) => {
  if (name === 'hangs') for (;;);
  if (name === 'ends') process.exit(1)
  if (name === 'fails') throw new Error('failed on purpose')
  parentPort?.postMessage({ result: name } satisfies ThreadAnswer)
})
parentPort?.postMessage('ready' satisfies ThreadAnswer)
