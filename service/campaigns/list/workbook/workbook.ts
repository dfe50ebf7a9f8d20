import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { DomainError, isOutOfSpace } from '../../../base/words/errors.ts'
import { workerFile } from '../../../base/worker-file.ts'
import { damaged } from './read-xml.ts'
import type { WorkbookAnswer, WorkbookRows, WorkbookWorkerData } from './workbook-worker.ts'

export type { WorkbookRows } from './workbook-worker.ts'

/** Of the heap; shared texts are outside it. */
const memoryMb = 192
/** By itself V8 lets what is young grow to three times as much. */
const youngMb = 16
/** Far more than 200,000 lines take on a busy machine. */
const longestMs = 120_000
/** One after the other, because each may need 300 MB. */
const inTurn = pLimit(1)
const longestQueue = 20
const retryAfterSeconds = 10

/**
 * Writes the rows of a workbook's first sheet into a file, as `WorkbookWorkerData` says, in a thread of its own. Throws
 * `invalid-field` for what is no workbook, `too-large` above the limits, and `unavailable` where 20 others wait.
 */
export async function readWorkbook(task: WorkbookWorkerData): Promise<WorkbookRows> {
  if (inTurn.pendingCount >= longestQueue) throw new DomainError('unavailable', '', retryAfterSeconds)
  return inTurn(() => runWorker(task))
}

async function runWorker(workerData: WorkbookWorkerData): Promise<WorkbookRows> {
  const worker = new Worker(workerFile('service/campaigns/list/workbook/workbook-worker.ts'), {
    name: 'workbook',
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb },
    // The thread needs nothing of the service's environment.
    env: {},
  })
  const late = setTimeout(() => void worker.terminate(), longestMs)
  try {
    const answer = await new Promise<WorkbookAnswer>((answered, failed) => {
      const tooMuch = () => failed(damaged())
      // A full disk is no fault of the workbook.
      const end = (error: Error) => (isOutOfSpace(error) ? failed(error) : tooMuch())
      worker.once('message', answered).once('error', end).once('exit', tooMuch)
    })
    if ('rows' in answer) return answer.rows
    throw new DomainError(answer.refusal, answer.message)
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
