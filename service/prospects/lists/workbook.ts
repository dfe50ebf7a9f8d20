import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { workerFile } from '../../base/project-folder.ts'
import { DomainError } from '../../base/words/errors.ts'
import { tooLarge } from './refused-list.ts'
import type { WorkbookAnswer, WorkbookRows, WorkbookTask } from './workbook-worker.ts'

/** Of the heap: a workbook of 50,000 people with 12 columns takes 95 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 256 }
/** Of processor time: 50,000 people take 3 s. A busy machine is no fault of the workbook. */
const mostSeconds = 60
const watchMs = 1000
/** One after the other, because of their memory. */
const inTurn = pLimit(1)

/** Writes the rows of a workbook's first sheet into a file. Throws `invalid-field` for what is none, and `too-large`. */
export function readWorkbook(workerData: WorkbookTask): Promise<WorkbookRows> {
  return inTurn(async () => {
    const file = workerFile('service/prospects/lists/workbook-worker.ts')
    // The thread needs nothing of the service's environment.
    const worker = new Worker(file, { name: 'workbook', workerData, resourceLimits, env: {} })
    const watch = setInterval(() => void endIfTooLong(worker), watchMs)
    try {
      const answer = await new Promise<WorkbookAnswer>((answered, failed) => {
        const isTooMuch = ({ code }: { code?: string }) => code === 'ERR_WORKER_OUT_OF_MEMORY'
        worker.once('message', answered)
        worker.once('error', (error) => failed(isTooMuch(error) ? tooLarge() : error))
        worker.once('exit', () => failed(tooLarge()))
      })
      if ('rows' in answer) return answer.rows
      throw new DomainError(answer.refusal, answer.message)
    } finally {
      clearInterval(watch)
      await worker.terminate()
    }
  })
}

async function endIfTooLong(worker: Worker): Promise<void> {
  // A thread that has ended says nothing.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  if ((user + system) / 1e6 > mostSeconds) await worker.terminate()
}
