import { type MessagePort, parentPort } from 'node:worker_threads'
import { editMeaning, editTemplate } from './edit-template.ts'
import { parseTemplate } from './parse-template.ts'
import { finishWords, finishWritten } from './render.ts'
import { type Rendering, renderItems } from './render-items.ts'
import type { Template } from './template.ts'
import { hideOf } from './template-tag.ts'
import { writtenItems } from './written-items.ts'

/** What takes long for a long text. Templates are named by the keys under which they are held. */
function operationsOn(held: ReadonlyMap<number, Template>) {
  return {
    parseTemplate,
    editTemplate,
    editMeaning,
    writtenItems,
    hideOf,
    finishWritten,
    finishWords,
    renderItems: (key: number, rendering: Rendering) => renderItems(held.get(key) as Template, rendering),
  }
}

export type Operations = ReturnType<typeof operationsOn>

/** A task of the thread: an operation with its arguments. */
export type ThreadTask = {
  [Name in keyof Operations]: { operation: Name; parameters: Parameters<Operations[Name]> }
}[keyof Operations]

/** Some tasks of one organization, and the templates that the thread holds and drops before it begins. */
export interface ThreadTurn {
  tasks: ThreadTask[]
  hold: [key: number, template: Template][]
  drop: number[]
}

/**
 * What the thread says: that it is `ready`, once; the answer to each task, in order; that the turn is `over`, which it
 * may be before all tasks are answered.
 */
export type ThreadAnswer = 'ready' | 'over' | ({ ms: number } & ({ result: unknown } | { failure: string }))

/** After this time no further task of a turn is begun, because other organizations wait. */
export const turnMs = 50

if (parentPort) workAt(parentPort)

function workAt(port: MessagePort): void {
  const say = (answer: ThreadAnswer) => port.postMessage(answer)
  const held = new Map<number, Template>()
  const operations = operationsOn(held)
  port.on('message', ({ tasks, hold, drop }: ThreadTurn) => {
    for (const key of drop) held.delete(key)
    for (const [key, template] of hold) held.set(key, template)
    const began = performance.now()
    for (const { operation, parameters } of tasks) {
      say(answerOf(operations[operation] as (...given: unknown[]) => unknown, parameters))
      if (performance.now() - began >= turnMs) break
    }
    say('over')
  })
  say('ready')
}

function answerOf(operate: (...given: unknown[]) => unknown, parameters: unknown[]): ThreadAnswer {
  const began = performance.now()
  const ms = () => performance.now() - began
  try {
    const result = operate(...parameters)
    return { result, ms: ms() }
  } catch (error) {
    return { failure: (error as Error).message, ms: ms() }
  }
}
