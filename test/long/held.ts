import { readFileSync, writeFileSync } from 'node:fs'

/** A long test that passed in full. */
interface Held {
  name: string
  shows: string
  seconds: number
}

const file = 'docs/figures.md'
const begin = '<!-- held -->'
const end = '<!-- /held -->'
const head = '| long test | what it shows | seconds | held on |\n|---|---|---|---|'

/** Writes that a long test held today into the table of docs/figures.md, in the place of its row before. */
export function keepHeld({ name, shows, seconds }: Held): void {
  const text = readFileSync(file, 'utf8')
  const [before, rest = ''] = text.split(begin)
  const [table = '', after = ''] = rest.split(end)
  const others = table
    .split('\n')
    .filter((line) => line.startsWith('| `') && !line.startsWith(`| \`${name}\` |`))
  const row = `| \`${name}\` | ${shows} | ${seconds} | ${new Date().toISOString().slice(0, 10)} |`
  const rows = [...others, row].sort()
  writeFileSync(file, `${before}${begin}\n${head}\n${rows.join('\n')}\n${end}${after}`)
}
