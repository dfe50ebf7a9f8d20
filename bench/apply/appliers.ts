import type { ContentItem } from '../../wire/record.ts'
import type { Applier } from './applier.ts'

declare global {
  interface Window {
    domMutator: { html(selector: string, change: () => string): void }
  }
}

/** `querySelector` and an assignment for each item: nothing can be less. */
export const plain: Applier = {
  name: 'plain DOM calls',
  scripts: [],
  apply: `${applyPlainly}`,
}

async function applyPlainly(items: ContentItem[]): Promise<number> {
  const began = performance.now()
  for (const { selector, payload } of items) {
    const element = document.querySelector(selector)
    if (element) element.textContent = payload
  }
  return performance.now() - began
}

/** The least that finds every match, can give back what was there, and is told of what changes. */
export const plainRevertible: Applier = {
  name: 'plain DOM calls on all matches, remembered and observed',
  scripts: [],
  apply: `${applyRevertibly}`,
}

async function applyRevertibly(items: ContentItem[]): Promise<number> {
  const began = performance.now()
  const before = new Map<Node, [string, ContentItem]>()
  for (const item of items)
    for (const { firstChild } of document.querySelectorAll(item.selector)) {
      const text = firstChild as Text
      before.set(text, [text.data, item])
      text.data = item.payload
    }
  const observer = new MutationObserver(() => before.size)
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  return performance.now() - began
}

/** dom-mutator, which GrowthBook applies visual experiments with; its html is the nearest to a text. */
export const domMutator: Applier = {
  name: 'dom-mutator',
  scripts: ['bench/node_modules/dom-mutator/dist/dom-mutator.esm.js'],
  apply: `${applyByMutator}`,
}

async function applyByMutator(items: ContentItem[]): Promise<number> {
  const began = performance.now()
  for (const { selector, payload } of items) window.domMutator.html(selector, () => payload)
  const last = items.at(-1)
  while (last && document.querySelector(last.selector)?.textContent !== last.payload) await Promise.resolve()
  return performance.now() - began
}

/** `snippet.js` as it is built, from the moment it has the parsed record until its report says applied. */
export const motif: Applier = {
  name: 'Motif',
  scripts: ['dist/snippet.js'],
  apply: `${applyByMotif}`,
}

async function applyByMotif(content: ContentItem[]): Promise<number> {
  const motif = (window as unknown as { motif: { start(options: object): void } }).motif
  const record = { pattern: 'bench', language: 'en', content, analytics: [] }
  let began = 0
  const json = async () => {
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
    return record
  }
  const send = window.fetch
  window.fetch = async () => ({ ok: true, status: 200, json }) as unknown as Response
  const applied = new Promise<number>((resolve) => {
    document.addEventListener('motif:applied', () => resolve(performance.now()), { once: true })
  })
  motif.start({ pattern: 'bench', host: location.origin, consent: 'required' })
  const ended = await applied
  window.fetch = send
  return ended - began
}
