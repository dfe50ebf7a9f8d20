import type { ContentItem } from '../../wire/record.ts'
import type { Applier } from './applier.ts'

declare global {
  interface Window {
    domMutator: {
      html(selector: string, change: () => string): void
      attribute(selector: string, name: string, change: () => string): void
    }
  }
}

/** No script: what the page costs by itself. */
export const nothing: Applier = {
  name: 'no script',
  scripts: [],
  apply: 'async () => 0',
  appliesAll: false,
}

/** `querySelector` and an assignment for each item: the minimum. */
export const plain: Applier = {
  name: 'plain DOM calls',
  scripts: [],
  apply: `${applyPlainly}`,
  appliesAll: true,
}

async function applyPlainly(items: ContentItem[]): Promise<number> {
  const began = performance.now()
  for (const { selector, type, payload } of items) {
    const element = document.querySelector(selector)
    if (!element) continue
    if (type === 'text') element.textContent = payload
    else element.setAttribute(type, payload)
  }
  return performance.now() - began
}

/** The minimum that finds every match, can restore what was there, and observes changes. */
export const plainRevertible: Applier = {
  name: 'plain DOM calls on all matches, remembered and observed',
  scripts: [],
  apply: `${applyRevertibly}`,
  appliesAll: true,
}

async function applyRevertibly(items: ContentItem[]): Promise<number> {
  const began = performance.now()
  const before = new Map<Node, { was: string | null; item: ContentItem }>()
  for (const item of items)
    for (const element of document.querySelectorAll(item.selector)) {
      const { type, payload } = item
      if (type === 'text') {
        const text = element.firstChild as Text
        before.set(text, { was: text.data, item })
        text.data = payload
      } else {
        before.set(element, { was: element.getAttribute(type), item })
        element.setAttribute(type, payload)
      }
    }
  const observer = new MutationObserver(() => before.size)
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  return performance.now() - began
}

/** dom-mutator, with which GrowthBook applies visual experiments. Its `html` is closest to Motif's `text`. */
export const domMutator: Applier = {
  name: 'dom-mutator',
  scripts: ['bench/node_modules/dom-mutator/dist/dom-mutator.esm.js'],
  apply: `${applyByMutator}`,
  appliesAll: true,
}

async function applyByMutator(items: ContentItem[]): Promise<number> {
  const began = performance.now()
  for (const { selector, type, payload } of items)
    if (type === 'text') window.domMutator.html(selector, () => payload)
    else window.domMutator.attribute(selector, type, () => payload)
  const last = items.at(-1)
  while (last?.type === 'text' && document.querySelector(last.selector)?.textContent !== last.payload)
    await Promise.resolve()
  return performance.now() - began
}

/** Motif by its one-line tag, from the moment it has the parsed record until its report says applied. */
export const motif: Applier = {
  name: 'Motif',
  scripts: [],
  // Without consent nothing is measured: measuring is a part of its own.
  tag: (origin) => `<script src="${origin}/snippet.js" data-consent="required"></script>`,
  apply: `${applyByMotif}`,
  appliesAll: true,
}

async function applyByMotif(): Promise<number> {
  const { motif } = window as unknown as { motif: { start(options: { pattern: string }): void } }
  const { json } = Response.prototype
  let began = 0
  Response.prototype.json = async function () {
    const record = await json.call(this)
    // A new task, so that parsing does not count.
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
    return record
  }
  const applied = new Promise<number>((resolve) => {
    document.addEventListener('motif:applied', () => resolve(performance.now()), { once: true })
  })
  motif.start({ pattern: 'bench' })
  const ended = await applied
  Response.prototype.json = json
  if (!began) throw new Error('Motif read the record by other means than json(): time that instead.')
  return ended - began
}
