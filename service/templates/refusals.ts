import { DomainError } from '../base/words/errors.ts'
import { formatProblemLine, type Problem, type Template } from './template.ts'
import { inTemplateThread } from './template-thread.ts'

/** Parses a text. Throws `unknown-template` with a line for each problem. */
export async function parseSound(name: string, yaml: string): Promise<Template> {
  const { template, problems } = await inTemplateThread('parseTemplate', name, yaml)
  if (!template) throw brokenTemplate(problems)
  return template
}

/** The error for a broken template, with a line for each problem. */
export function brokenTemplate(problems: Problem[]): DomainError {
  return new DomainError('unknown-template', problems.map(formatProblemLine).join('\n'))
}

/** The error for a change that is based on version `wanted`, where `version` is current. */
export function otherVersion(version: number, wanted: number | undefined): DomainError {
  const current =
    version === 0 ? 'nothing is stored under this name now' : `${version} is the current one, not ${wanted}`
  return new DomainError(
    'other-version',
    `version: ${current}. Nothing was stored: read the template, put your change into that, and send version ${version}.`,
  )
}
