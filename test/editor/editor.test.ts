import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { type Edited, edit } from './support/editing.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

async function pick(edited: Edited, selector: string): Promise<void> {
  await edited.button('Pick an element').click()
  await edited.page.locator(selector).first().click()
}

describe('by mouse', () => {
  test('a headline is clicked, written with what is known of a person, seen and saved', async () => {
    await using edited = await edit(browser)
    const { page, button, field, service } = edited
    await pick(edited, 'h1')
    await button('Text').click()
    await field('Text').fill('Hello ')
    await button('company').first().click()
    await field('Where it is not known').fill("friends of 'us'")
    await expect.poll(() => page.locator('h1').textContent()).toBe("Hello friends of 'us'")
    await field('See as').selectOption({ label: 'Anna Berg, North Wind' })
    await expect.poll(() => page.locator('h1').textContent()).toBe('Hello North Wind')
    await field('See as').selectOption('The page as it is')
    await expect.poll(() => page.locator('h1').innerHTML()).toBe('Meet <em>Launch</em>')
    await button('Save').click()
    await expect.poll(edited.status).toBe('Saved as version 2.')
    const [item] = service.template.content
    expect(item).toMatchObject({
      type: 'text',
      payload: { en: `Hello {{ prospect.company | default: "friends of 'us'" }}`, de: '' },
    })
    expect(await page.locator(item?.selector ?? '').count()).toBe(1)
    expect(edited.complaints).toEqual([])
  })
})
