import { parseArgs } from 'node:util'
import { compareWithParse5 } from '../followed.ts'
import { judgePage } from '../judge.ts'
import { html5libCases } from './cases.ts'

/**
 * Takes html5lib's tests of the tokenizer and of tree construction as pages, each as it is, with a doctype, and in a
 * body: no crash, one output for every chunking, and each element of which the edge is sure is as parse5 has it.
 */
const frames = [
  (page: string) => page,
  (page: string) => `<!doctype html>${page}`,
  (page: string) => `<!doctype html><html><head><title>A</title></head><body><div>${page}</div><p>B</p>`,
]

const all = await html5libCases()
const counts = { pages: 0, elements: 0, right: 0, moved: 0, left: 0, different: 0, changed: 0, wrong: 0 }
const { values } = parseArgs({
  options: {
    /** How many of the differences are shown. */
    show: { type: 'string', default: '10' },
    /** Takes each case, or every so many. */
    every: { type: 'string', default: '1' },
  },
})
const [shown, every] = [Number(values.show), Number(values.every)]

const cases = all.filter((_, at) => at % every === 0)
for (const { name, page } of cases) for (const frame of frames) judge(name, frame(page))
console.log(`${cases.length} cases, ${counts.pages} pages: ${JSON.stringify(counts)}`)
process.exitCode = counts.different + counts.wrong > 0 ? 1 : 0

function judge(name: string, page: string) {
  const bytes = new TextEncoder().encode(page)
  const { right, moved, left, differences } = compareWithParse5(bytes)
  counts.pages++
  counts.right += right
  counts.moved += moved
  counts.left += left
  counts.elements += right + moved + left + differences.length
  counts.different += differences.length
  if (differences.length > 0) show(name, page, differences)
  const { changed, faults } = judgePage(page, '*', [1, 2, 3, 7])
  counts.changed += changed
  counts.wrong += faults.length
  if (faults.length > 0) show(name, page, faults)
}

function show(name: string, page: string, what: string[]) {
  if (counts.different + counts.wrong <= shown) console.log(name, JSON.stringify(page), what)
}
