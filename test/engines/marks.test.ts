import { expect } from 'vitest'
import { outside, untilApplied } from '../support/hydration.ts'
import { test } from '../support/visit.ts'

declare global {
  interface Window {
    take(): void
  }
}

/** Markup of servers with their own marks, and a script that takes it over as each framework does. */
const pages: Record<string, { html: string; take(): void }> = {
  'Lit’s comments': {
    html: `<div class="app"><!--lit-part AbCdEf123=--><section><h1>Hello <!--lit-part-->you<!--/lit-part--></h1><p class="lead">We make <b>things</b> for <!--lit-part-->you<!--/lit-part--></p><!--lit-node 6--><button>Go <!--lit-part-->you<!--/lit-part--></button></section><!--/lit-part--></div>`,
    // It walks the comments in their order, and each is the next part of its template.
    take: () => {
      const app = document.querySelector('.app') as Element
      const walker = document.createTreeWalker(app, NodeFilter.SHOW_COMMENT)
      for (const part of ['root', 'text', 'text', 'listener', 'text']) {
        let comment: string | undefined
        do comment = walker.nextNode() ? (walker.currentNode as Comment).data : undefined
        while (comment?.startsWith('/'))
        if (comment === undefined || comment.startsWith('lit-node') !== (part === 'listener')) break
        if (part === 'listener')
          (walker.currentNode as Comment).nextElementSibling?.addEventListener('click', () => {
            document.title = 'clicked'
          })
      }
      Object.assign(app, { _$litPart$: {} })
    },
  },
  'Angular’s attribute': {
    html: '<app-root ngh="0"><h1>Hello you</h1><p class="lead">We make <b>things</b></p><button>Go</button></app-root>',
    // It goes through the nodes by their places.
    take: () => {
      const app = document.querySelector('app-root') as Element
      const [, lead, button] = app.children
      if (lead?.firstElementChild?.textContent !== 'things') throw new Error('NG0500')
      button?.addEventListener('click', () => {
        document.title = 'clicked'
      })
      app.removeAttribute('ngh')
      Object.assign(app, { __ngContext__: 1 })
    },
  },
  'Solid’s keys': {
    html: '<div data-hk="0-0"><h1>Hello you</h1><p class="lead">We make <b data-hk="0-1">things</b></p><button data-hk="0-2">Go</button></div>',
    take: () => {
      const keyed = ['0-0', '0-1', '0-2'].map((key) => document.querySelector(`[data-hk="${key}"]`))
      if (!keyed.every(Boolean)) throw new Error('Hydration Mismatch')
      keyed[2]?.addEventListener('click', () => {
        document.title = 'clicked'
      })
      for (const element of keyed) {
        element?.removeAttribute('data-hk')
        Object.assign(element as Element, { $$click: 1 })
      }
    },
  },
  'Qwik’s container': {
    html: '<main q:container="paused"><h1>Hello you</h1><p class="lead">We make <!--t=1-->things<!----></p><button on:click="/q.js">Go</button></main>',
    take: () => {
      const main = document.querySelector('main') as Element
      if (!main.innerHTML.includes('t=1')) throw new Error('Missing text')
      main.querySelector('button')?.addEventListener('click', () => {
        document.title = 'clicked'
      })
      main.setAttribute('q:container', 'resumed')
    },
  },
}

test.for(Object.entries(pages))(
  'a page with %s is waited for, and works as without Motif',
  async ([, { html, take }], { visit }) => {
    const page = await visit({
      tag: 'inline',
      waitUntil: 'none',
      body: `${outside}${html}<script>take = ${take}</script>`,
      content: [
        { selector: '.lead', type: 'html', payload: 'Made for <i>Lindtwerk</i>' },
        { selector: '#outside', type: 'text', payload: 'Outside, Ada' },
      ],
    })
    await untilApplied(page)
    const own = () => page.text('.lead')
    const words = await own()
    expect(words).toContain('things')
    await page.run(() => window.take())
    await page.until(() => document.querySelector<HTMLElement>('.lead')?.innerText === 'Made for Lindtwerk')
    await page.click('button')
    await page.until(() => document.title === 'clicked')
    await page.run(() => motif.stop())
    expect(await own()).toBe(words)
    expect(await page.complaints()).toEqual([])
  },
)
