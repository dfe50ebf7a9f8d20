import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// `node run.js FILE …ARGUMENTS`: runs a TypeScript file of the project. Plain JavaScript, so that a Node.js that is too
// old for that says so in one line.
const leastMajor = 24

if (Number.parseInt(process.versions.node, 10) < leastMajor) {
  process.stderr.write(
    `Motif needs Node.js ${leastMajor} or newer, and this is ${process.versions.node}: install one, or npm install --no-save node@${leastMajor}\n`,
  )
  process.exit(1)
}
const [file = ''] = process.argv.splice(2, 1)
process.argv[1] = resolve(file)
await import(pathToFileURL(process.argv[1]).href)
