import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packedFolder } from '../../support/packed.ts'

/** A page of a test, and where it is from. */
interface HtmlCase {
  name: string
  page: string
}

/** https://github.com/html5lib/html5lib-tests, as the package html5 has them. */
const source = 'html5@1.0.5'

/** The cases of html5lib's tests of tree construction and of the tokenizer, as pages. */
export async function html5libCases(): Promise<HtmlCase[]> {
  const folder = join(await packedFolder(source), 'package/test/data')
  const trees = await filesIn(join(folder, 'tree-construction'), '.dat')
  const tokens = await filesIn(join(folder, 'tokenizer'), '.test')
  return [...trees.flatMap(treeCases), ...tokens.flatMap(tokenizerCases)]
}

interface TextFile {
  name: string
  text: string
}

async function filesIn(folder: string, ending: string): Promise<TextFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}

function treeCases({ name, text }: TextFile): HtmlCase[] {
  const cases = text.split(/^#data\n/m).slice(1)
  return cases.map((one, place) => ({
    name: `${name} ${place + 1}`,
    page: one.split(/\n#errors\n/)[0] ?? '',
  }))
}

interface TokenizerTest {
  description: string
  input: string
  doubleEscaped?: boolean
  initialStates?: string[]
}

/** What brings a page's tokenizer into a state. */
const before: Record<string, string> = {
  'PCDATA state': '',
  'RCDATA state': '<title>',
  'RAWTEXT state': '<style>',
  'script data state': '<script>',
  'CDATA section state': '<svg><![CDATA[',
  'PLAINTEXT state': '<plaintext>',
}

function tokenizerCases({ name, text }: TextFile): HtmlCase[] {
  const { tests = [], xmlViolationTests = [] } = JSON.parse(text) as Record<string, TokenizerTest[]>
  return [...tests, ...xmlViolationTests].flatMap((test) =>
    (test.initialStates ?? ['PCDATA state']).map((state) => ({
      name: `${name} ${test.description}`,
      page: (before[state] ?? '') + inputOf(test),
    })),
  )
}

const inputOf = ({ input, doubleEscaped }: TokenizerTest): string =>
  doubleEscaped
    ? input.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : input
