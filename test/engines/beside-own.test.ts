import { expect } from 'vitest'
import { waitForFrames } from '../support/frames.ts'
import { type Scenario, test } from '../support/visit.ts'

const own = 'Lead <i>one</i>'
const scenario: Scenario = {
  body: `<main id="root"><p class="lead">${own}</p></main>`,
  content: [{ selector: '.lead', type: 'html', payload: 'For <em>Ada</em>' }],
}

const isApplied = () => document.querySelector('.lead em')?.textContent === 'Ada'

/** What a page puts beside the nodes that Motif has put in place of its own. */
const additions: Record<string, (lead: Element) => void> = {
  'behind them': (lead) => lead.append(' and more'),
  'before them': (lead) => lead.prepend('More and '),
  'around them': (lead) => {
    lead.prepend('More and ')
    lead.append(' and more')
  },
}

const meanwhile = {
  '': { isMarked: false, isNormalised: false },
  ', where a framework has come meanwhile': { isMarked: true, isNormalised: false },
  ', where a framework has come and the page was normalised meanwhile': {
    isMarked: true,
    isNormalised: true,
  },
}

for (const [where, { isMarked, isNormalised }] of Object.entries(meanwhile))
  test.for(Object.entries(additions))(
    `stop() gives back a page that has put text %s${where}`,
    async ([, add], { visit }) => {
      const page = await visit(scenario)
      await page.until(isApplied)
      if (isMarked)
        await page.run(() => {
          Object.assign(document.querySelector('main') ?? {}, { __reactContainer$x: {} })
        })
      await page.evaluate(`void (${add})(document.querySelector('.lead'))`)
      await page.run(waitForFrames, 5)
      expect(await page.text('.lead em')).toBe('Ada')
      if (isNormalised) {
        await page.run(() => document.body.normalize())
        await page.run(waitForFrames, 5)
      }
      await page.run(() => motif.stop())
      const wanted = await page.evaluate(`(() => {
        const lead = document.createElement('p')
        lead.innerHTML = '${own}'
        ;(${add})(lead)
        return lead.innerHTML
      })()`)
      expect(await page.run(() => document.querySelector('.lead')?.innerHTML)).toBe(wanted)
      expect(await page.complaints()).toEqual([])
    },
  )
