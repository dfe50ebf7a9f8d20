import { describe, expect } from 'vitest'
import type { ContentItem } from '../../wire/record.ts'
import { waitForFrames } from '../support/frames.ts'
import { test, type Visit } from '../support/visit.ts'

const content: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Acme secret deal' },
  { selector: 'p', type: 'text', payload: 'Just for you' },
  { selector: 'h2', type: 'text', payload: 'Peace' },
]
const body = '<h1>Old words</h1><p>Plain</p><h2>B</h2>'

/** What pages make of a headline's words, once, and what then has to be seen. */
const makings: Record<string, { make: (h1: Element) => unknown; seen: string }> = {
  'wraps by its markup': {
    make: (h1) => {
      h1.innerHTML = `<span>${h1.innerHTML}</span>`
    },
    seen: '<span>Acme secret deal</span>',
  },
  'empties, and sets again after 50 ms': {
    make: async (h1) => {
      const text = h1.textContent
      h1.textContent = ''
      await new Promise((resolve) => setTimeout(resolve, 50))
      h1.textContent = text
    },
    seen: 'Acme secret deal',
  },
  'types letter by letter': {
    make: async (h1) => {
      const text = `${h1.textContent}`
      h1.textContent = ''
      for (const letter of text) {
        await new Promise(requestAnimationFrame)
        h1.textContent += letter
      }
    },
    seen: 'Acme secret deal',
  },
  'types letter by letter into one text': {
    make: async (h1) => {
      const text = h1.firstChild as Text
      const { data } = text
      for (let end = 0; end <= data.length; end++) {
        text.data = data.slice(0, end)
        await new Promise(requestAnimationFrame)
      }
    },
    seen: 'Acme secret deal',
  },
  'writes in capitals': {
    make: (h1) => {
      h1.textContent = `${h1.textContent}`.toUpperCase()
    },
    seen: 'ACME SECRET DEAL',
  },
  'writes in capitals in its place': {
    make: ({ firstChild }) => {
      ;(firstChild as Text).data = (firstChild as Text).data.toUpperCase()
    },
    seen: 'ACME SECRET DEAL',
  },
  'gives a no-break space': {
    make: (h1) => {
      h1.textContent = `${h1.textContent}`.replace(/ (?=\w+$)/, '\u00a0')
    },
    seen: 'Acme secret&nbsp;deal',
  },
  'cuts into two texts': {
    make: ({ firstChild }) => {
      ;(firstChild as Text).splitText(4)
    },
    seen: 'Acme secret deal',
  },
}

const isPersonal = () => document.querySelector('h2')?.textContent === 'Peace'

const make = async (page: Visit, how: (h1: Element) => unknown) => {
  await page.evaluate(`(${how})(document.querySelector('h1'))`)
  await page.run(waitForFrames, 5)
}

const html = (page: Visit) => page.run(() => document.querySelector('h1')?.innerHTML)

async function expectNoContest(page: Visit, applied = [0, 1, 2]) {
  await expect
    .poll(() => page.batches.findLast(({ report }) => report)?.report)
    .toMatchObject({ applied, contested: [] })
  expect(await page.complaints()).toEqual([])
}

describe.each(Object.entries(makings))('a personal headline that the page %s', (_, { make: how, seen }) => {
  test('stays so, and stop() gives the page’s own words back', async ({ visit }) => {
    const page = await visit({ body, content })
    await page.until(isPersonal)
    await make(page, how)
    expect(await html(page)).toBe(seen)
    await page.run(() => motif.stop())
    expect(await page.text('h1')).toBe('Old words')
    await expectNoContest(page)
  })

  test('leaves nothing of it to the next person', async ({ visit }) => {
    const next = 'bbbbbbbbbbbbbbbbbbbbbb'
    const page = await visit({
      body,
      content,
      others: { [next]: [{ selector: 'h2', type: 'text', payload: 'Next' }] },
    })
    await page.until(isPersonal)
    await make(page, how)
    await page.run((pattern) => motif.start({ pattern }), next)
    await page.until(() => document.querySelector('h2')?.textContent === 'Next')
    expect(await page.text('h1')).toBe('Old words')
  })

  test('leaves nothing of it in a clone', async ({ visit }) => {
    const page = await visit({ body, content })
    await page.until(isPersonal)
    await make(page, how)
    await page.run(() => document.body.append(document.querySelector('h1')?.cloneNode(true) as Node))
    await page.run(waitForFrames, 5)
    await page.run(() => motif.stop())
    expect(
      await page.run(() => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)),
    ).toEqual(['Old words', 'Old words'])
  })
})

const observers: Record<string, { change: (text: string) => string; seen: string }> = {
  capitals: { change: (text) => text.toUpperCase(), seen: 'ACME SECRET DEAL' },
  'no-break spaces': { change: (text) => text.replace(/ (?=\w+$)/, '\u00a0'), seen: 'Acme secret&nbsp;deal' },
}

describe.each(Object.entries(observers))('an observer that writes %s each time', (_, { change, seen }) => {
  test('is no contest, and leaves nothing after stop()', async ({ visit }) => {
    const page = await visit({
      body,
      content,
      before: `new MutationObserver(() => {
        const h1 = document.querySelector('h1')
        const text = h1 && (${change})(h1.textContent)
        if (h1 && h1.textContent !== text) h1.textContent = text
      }).observe(document, { subtree: true, childList: true, characterData: true })`,
    })
    await page.until(isPersonal)
    await page.run(waitForFrames, 10)
    expect(await html(page)).toBe(seen)
    await page.run(() => motif.stop())
    await page.run(waitForFrames, 2)
    expect((await page.text('h1'))?.toLowerCase().replace('\u00a0', ' ')).toBe('old words')
    await expectNoContest(page)
  })
})

test('words that the page puts before the personal ones, as one text, leave nothing of them', async ({
  visit,
}) => {
  const page = await visit({ body, content })
  await page.until(isPersonal)
  await make(page, (h1) => {
    h1.textContent = `Breaking: ${h1.textContent}`
  })
  await page.run(() => motif.stop())
  expect(await page.text('h1')).not.toContain('Acme')
})

test('a target that the page empties for good is personal again after a while', async ({ visit }) => {
  const page = await visit({ body, content })
  await page.until(isPersonal)
  await make(page, (h1) => {
    h1.textContent = ''
  })
  await page.until(() => document.querySelector('h1')?.textContent === 'Acme secret deal')
  await page.run(() => motif.stop())
  expect(await page.text('h1')).toBe('')
})

const htmlMakings: Record<string, (box: Element) => unknown> = {
  'wraps by its markup': (box) => {
    box.innerHTML = `<span>${box.innerHTML}</span>`
  },
  'empties, and sets again after 50 ms': async (box) => {
    const { innerHTML } = box
    box.innerHTML = ''
    await new Promise((resolve) => setTimeout(resolve, 50))
    box.innerHTML = innerHTML
  },
  'writes in capitals': (box) => {
    box.innerHTML = `<b>${box.textContent?.toUpperCase()}</b>`
  },
}

test('words that the page puts before HTML stay after stop(), before its own', async ({ visit }) => {
  const page = await visit({
    body: '<div id="box"><i>Old words</i></div>',
    content: [{ selector: '#box', type: 'html', payload: '<b>Acme secret</b> deal' }],
  })
  await page.until(() => document.querySelector('#box b') !== null)
  await page.run(() => {
    const [box] = document.querySelectorAll('#box')
    if (box) box.innerHTML = `Breaking: ${box.innerHTML}`
  })
  await page.run(waitForFrames, 5)
  await page.run(() => motif.stop())
  expect(await page.run(() => document.querySelector('#box')?.innerHTML)).toBe('Breaking: <i>Old words</i>')
})

test.for(Object.entries(htmlMakings))(
  'HTML that the page %s leaves nothing after stop()',
  async ([, how], { visit }) => {
    const page = await visit({
      body: '<div id="box"><i>Old words</i></div><h2>B</h2>',
      content: [
        { selector: '#box', type: 'html', payload: '<b>Acme secret</b> deal' },
        { selector: 'h2', type: 'text', payload: 'Peace' },
      ],
    })
    await page.until(() => document.querySelector('#box b') !== null)
    await page.evaluate(`(${how})(document.querySelector('#box'))`)
    await page.run(waitForFrames, 5)
    expect((await page.text('#box'))?.toLowerCase()).toContain('acme secret deal')
    await page.run(() => motif.stop())
    expect(await page.run(() => document.querySelector('#box')?.innerHTML)).toBe('<i>Old words</i>')
    await expectNoContest(page, [0, 1])
  },
)
