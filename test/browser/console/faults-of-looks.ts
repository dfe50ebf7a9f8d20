import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { evaluate } from './opened.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** What axe-core finds wrong for people who see, hear or move otherwise. */
export async function violations(page: Page): Promise<unknown> {
  await evaluate(page, `${axe};0`)
  return evaluate(
    page,
    'axe.run({ resultTypes: ["violations"], preload: false }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
  )
}

/** By how many pixels the page is wider than the window. */
export function tooWide(page: Page): Promise<unknown> {
  return evaluate(page, 'document.documentElement.scrollWidth - innerWidth')
}

/** What is not where one looks for it: boxes above or below their words, and tabs beyond the edge. */
export function outOfPlace(page: Page): Promise<unknown> {
  return evaluate(page, `(${findOutOfPlace})()`)
}

/** Runs in the page. */
function findOutOfPlace(): string[] {
  const isBeside = (label: Element) => {
    const range = document.createRange()
    range.setStartAfter(label.querySelector('input') as Element)
    range.setEndAfter(label)
    const [box, words] = [
      label.querySelector('input')?.getBoundingClientRect(),
      range.getBoundingClientRect(),
    ]
    return !box?.width || (words.left >= box.right && words.top < box.bottom)
  }
  const labels = [...document.querySelectorAll('label:has([type=checkbox], [type=radio])')]
  const tabs = [...document.querySelectorAll('.tabs')].filter((one) => one.scrollWidth > one.clientWidth)
  return [...labels.filter((label) => !isBeside(label)), ...tabs].map(({ textContent }) => textContent ?? '')
}

/** How many pixels high a row of a list of people, templates or tokens is, on average; 0 without one. */
export async function heightOfRows(page: Page): Promise<number> {
  const rows = await page.locator('table.short tbody tr').all()
  const boxes = await Promise.all(rows.map((row) => row.boundingBox()))
  return boxes.reduce((sum, box) => sum + (box?.height ?? 0), 0) / Math.max(1, rows.length)
}

/** The words that go on in another line, in their middle; not the longest ones, nor code and ids. */
export function brokenWords(page: Page): Promise<unknown> {
  return evaluate(page, `(${findBrokenWords})()`)
}

/** Runs in the page. */
function findBrokenWords(): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement?.closest('pre') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  )
  const range = document.createRange()
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.nodeValue?.matchAll(/[\p{Letter}\p{Number}]{2,}/gu) ?? []) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
      const ofAnId = /\p{Letter}\p{Number}|\p{Number}\p{Letter}|\p{Ll}\p{Lu}/u.test(word)
      if (lines.size > 1 && word.length <= 20 && !ofAnId) broken.push(word)
    }
  return broken
}
