import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ParsedTemplate, parseTemplate, templateLimits } from './parse-template.ts'

/** The name of a template is the name of its file: no folder, no hidden file. */
const nameShape = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u

export function isTemplateName(name: string): boolean {
  return nameShape.test(name)
}

/** `TEMPLATES_DIR/NAME.yaml`; undefined where the name is not allowed. */
export function templateFile(templatesDir: string, name: string): string | undefined {
  return isTemplateName(name) ? join(templatesDir, `${name}.yaml`) : undefined
}

/** Reads a file. Undefined where it does not exist or cannot be read. */
export function readTemplateText(file: string): string | undefined {
  try {
    // A far too large file is not read. Its stand-in is too large for the parser as well.
    const tooLarge = statSync(file).size > 4 * templateLimits.bytes
    return tooLarge ? ' '.repeat(templateLimits.bytes + 1) : readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Reads and parses a file. Undefined where it cannot be read. */
export function readTemplateFile(file: string, name: string): ParsedTemplate | undefined {
  const source = readTemplateText(file)
  return source === undefined ? undefined : parseTemplate(name, source)
}
