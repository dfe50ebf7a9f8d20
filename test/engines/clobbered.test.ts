import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type Scenario, test } from '../support/visit.ts'

/** What visitors of the page may write: names and ids that stand for properties of the document and the window. */
const written: Record<string, string> = {
  'an image named currentScript': '<img name="currentScript" src="/others/picture.svg" data-host="/others">',
  'links with the id motif':
    '<a id="motif" name="tag"></a><a id="motif" name="pattern"></a><a id="motif" name="host" href="/others"></a>',
  'an element with a data-host': '<b data-host="/others"></b><img name="currentScript" src="/others.svg">',
  'links with the id motifOptions':
    '<a id="motifOptions" name="pattern"></a><a id="motifOptions" name="host" href="/others"></a>',
}

const hello: Scenario = {
  tag: 'none',
  body: '',
  content: [{ selector: 'h1', type: 'text', payload: 'Hello Ada' }],
}

test.for(Object.entries(written))(
  '%s, written by a visitor, lead Motif nowhere else',
  async ([, html], { visit }) => {
    const body = `${html}<h1>Welcome</h1><script src="{{motif}}/snippet.js"></script>`
    const page = await visit({ ...hello, body, assets: { '/others.svg': { body: '<svg/>' } } })
    await page.until(() => document.querySelector('h1')?.textContent === 'Hello Ada')
    const asked = page.requests.map(({ path }) => path)
    expect(asked.filter((path) => /^\/others\/(p\/|.*\.js)/.test(path))).toEqual([])
  },
)

/** The tag by its file's text, as pages have it inline. */
const loader = (attributes: string) =>
  `<script data-host="{{motif}}" ${attributes}>${readFileSync('dist/loader.js', 'utf8')}</script>`

const writtenBefore: Record<string, string> = {
  'an element with a data-host': '<b data-host="/others"></b>',
  'images with the names of what the tag asks the document for':
    '<img name="currentScript" src="/others.svg" data-host="/others"><img name="querySelector" src="/others.svg">',
}
const tags = { 'in its place': '', 'as a module': 'type="module"' }
const cases = Object.entries(writtenBefore).flatMap(([what, html]) =>
  Object.entries(tags).map(([how, attributes]) => [what, how, html, attributes] as const),
)

test.for(cases)(
  '%s, written before the tag that runs %s, lead it nowhere else',
  async ([, , html, attributes], { visit }) => {
    const body = `${html}<h1>Welcome</h1>${loader(attributes)}`
    const page = await visit({ ...hello, body, assets: { '/others.svg': { body: '<svg/>' } } })
    await page.until(() => document.getElementsByTagName('h1')[0]?.textContent === 'Hello Ada')
    const asked = page.requests.map(({ path }) => path)
    expect(asked.filter((path) => path.startsWith('/others/') || path.startsWith('/others.svg/'))).toEqual([])
  },
)
