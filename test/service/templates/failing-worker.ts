import { DomainError } from '../../../service/base/words/errors.ts'
import { answerTasks } from '../../../service/base/worker-pool.ts'

const operations = {
  add: (one: number, other: number) => one + other,
  refuse: () => {
    throw new DomainError('invalid-field', 'no: not this.')
  },
  /** Takes time and no processor, as on a machine that others have. */
  wait: (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  spin: () => {
    for (;;);
  },
  // Nothing large at once: V8 ends the whole process if that does not fit.
  grow: () => {
    for (let last: object = {}; ; ) last = { last }
  },
  exit: () => process.exit(1),
}

export type FailingOperations = typeof operations

answerTasks({
  ...operations,
  /** What the threads of templates do, none of which ever ends. */
  parseTemplate: () => operations.wait(2 ** 30),
  renderItems: () => operations.wait(2 ** 30),
})
