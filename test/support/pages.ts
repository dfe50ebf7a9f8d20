import { readFileSync } from 'node:fs'
import type { Scenario } from './visit.ts'

/** A page of `test/fixtures/pages` as a scenario: the tag is to be where the page has `{{tag}}`. */
export function readPage(name: string, tag: string): Pick<Scenario, 'tag' | 'head' | 'body'> {
  const html = readFileSync(`test/fixtures/pages/${name}.html`, 'utf8')
  const [head = '', body = ''] = html.split(/<\/head>\s*<body>/)
  return {
    tag: 'none',
    head: head.replace(/^[\s\S]*?<head>/, '').replace('{{tag}}', () => tag),
    body: body.replace(/<\/body>[\s\S]*/, ''),
  }
}
