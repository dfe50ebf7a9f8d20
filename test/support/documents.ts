import { readFileSync } from 'node:fs'

/** An example of a document: the first block of code in a language behind the words that introduce it. */
export function exampleIn(path: string, words: string, language: string): string {
  const text = readFileSync(path, 'utf8')
  const behind = text.slice(text.indexOf(words))
  const [, code] = new RegExp(`\`\`\`${language}\\n([^\`]+)\`\`\``).exec(behind) ?? []
  if (!text.includes(words) || !code) throw new Error(`${path} has no example "${words}".`)
  return code
}
