import { parentPort } from 'node:worker_threads'
import { editMeaning, editTemplate } from './edit-template.ts'
import { parseTemplate } from './parse-template.ts'
import { writtenItems } from './written-items.ts'

/** What takes long for a long text. */
const operations = { parseTemplate, editTemplate, editMeaning, writtenItems }

export type Operations = typeof operations

/** A task of the thread: an operation with its arguments. */
export type ThreadTask = {
  [Name in keyof Operations]: { operation: Name; parameters: Parameters<Operations[Name]> }
}[keyof Operations]

/** The answer to a task, or the message of what the operation threw; `ready` once, before the first. */
export type ThreadAnswer = 'ready' | { result: unknown } | { failure: string }

parentPort?.on('message', ({ operation, parameters }: ThreadTask) => {
  parentPort?.postMessage(answer(operations[operation] as (...given: unknown[]) => unknown, parameters))
})
parentPort?.postMessage('ready' satisfies ThreadAnswer)

function answer(operate: (...given: unknown[]) => unknown, parameters: unknown[]): ThreadAnswer {
  try {
    return { result: operate(...parameters) }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}
