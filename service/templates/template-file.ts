import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ParsedTemplate, parseTemplate, templateLimits } from './parse-template.ts'

/** A template's name is that of its file: no folder, no hidden file. */
const nameShape = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u

export function isTemplateName(name: string): boolean {
  return nameShape.test(name)
}

/** `TEMPLATES_DIR/NAME.yaml`; undefined for what is no name of a template. */
export function templateFile(templatesDir: string, name: string): string | undefined {
  return isTemplateName(name) ? join(templatesDir, `${name}.yaml`) : undefined
}

/** A file's text; undefined where there is no such file, or none that can be read. */
export function readTemplateText(file: string): string | undefined {
  try {
    // One that is far too large is not read, and stays too large for what reads the text.
    const tooLarge = statSync(file).size > 4 * templateLimits.bytes
    return tooLarge ? ' '.repeat(templateLimits.bytes + 1) : readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A file's template and what is wrong with it; undefined where it cannot be read. */
export function readTemplateFile(file: string, name: string): ParsedTemplate | undefined {
  const source = readTemplateText(file)
  return source === undefined ? undefined : parseTemplate(name, source)
}
