import { DomainError } from '../base/words/errors.ts'
import type { Problem } from './schemas.ts'
import { formatProblemLine, type Template } from './template.ts'
import { parseInThread, type TemplateWork } from './template-work.ts'

/** Parses a text. Throws `unknown-template` with a line for each problem; warnings refuse nothing. */
export async function parseSound(
  work: TemplateWork,
  name: string,
  yaml: string,
): Promise<{ template: Template; problems: Problem[] }> {
  const { template, problems } = await parseInThread(work, name, yaml)
  if (!template) throw new DomainError('unknown-template', linesOf(problems))
  return { template, problems }
}

/** A template that is there, with its problems. */
interface BrokenTemplate {
  name: string
  source: 'file' | 'stored'
  version: number
  problems: Problem[]
}

/** The error for a broken template: which it is, then a line for each problem. */
export function brokenTemplate({ name, source, version, problems }: BrokenTemplate): DomainError {
  const which =
    source === 'file'
      ? `the file ${name}.yaml has problems; mend them and save it.`
      : `version ${version} of ${name} has problems; mend them and store it again.`
  return new DomainError('unknown-template', `template: ${which}\n${linesOf(problems)}`)
}

function linesOf(problems: Problem[]): string {
  return problems
    .filter(({ warning }) => !warning)
    .map(formatProblemLine)
    .join('\n')
}

/** The error for a change to a template file that has changed since it was read. */
export function otherFile(): DomainError {
  return new DomainError(
    'other-version',
    'version: the file was changed since it was read. Nothing was stored: read the template, and put your change into that.',
  )
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
