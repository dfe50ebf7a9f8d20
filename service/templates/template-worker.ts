import { answerTasks } from '../base/worker-pool.ts'
import { editTemplate } from './edit-template.ts'
import { findOnPage } from './page-check.ts'
import { parseTemplate } from './parse-template.ts'
import { finishWords, finishWritten } from './render.ts'
import { renderItems } from './render-items.ts'
import { hideOf } from './template-tag.ts'
import { writtenItems } from './written-items.ts'

/** What takes long for a long text. */
const operations = {
  parseTemplate,
  editTemplate,
  writtenItems,
  hideOf,
  finishWritten,
  finishWords,
  renderItems,
  findOnPage,
}

export type TemplateOperations = typeof operations

answerTasks(operations)
