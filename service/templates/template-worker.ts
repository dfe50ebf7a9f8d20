import { answerTasks } from '../base/worker-pool.ts'
import { editTemplate } from './edit-template.ts'
import { findOnPage } from './page-check.ts'
import { parseTemplate } from './parse-template.ts'
import { finishWords, finishWritten, renderItems } from './render.ts'
import { sanitiseSvg } from './sanitise-svg.ts'

const operations = {
  parseTemplate,
  editTemplate,
  finishWritten,
  finishWords,
  renderItems,
  findOnPage,
  sanitiseSvg,
}

export type TemplateOperations = typeof operations

answerTasks(operations)
