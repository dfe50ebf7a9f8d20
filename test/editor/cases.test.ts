import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser?.close())

const headline = {
  name: 'Headline',
  selector: '#hero h1',
  type: 'text' as const,
  payload: 'Hello',
  for: [
    { when: { company: 'North Wind' }, payload: 'Sail' },
    { when: { company: { known: false } }, payload: 'Who?' },
  ],
}
const oneLanguage = { languages: ['en'] }

test('other words for some people: a case is added, says for how many it is, and is seen and saved', async () => {
  await using edited = await edit(browser, { template: oneLanguage })
  const { page, editor, button, field, service } = edited
  await pick(edited, 'h1')
  await field('Text').fill('Hello')
  await button('Say something else for some people').click()
  await editor.getByRole('group', { name: 'Case 1: Company is North Wind' }).waitFor()
  const card = editor.locator('[data-case="0"]')
  expect(await card.getByLabel('Value').getByRole('option').allInnerTexts()).toEqual(['North Wind (1)'])
  await field('See as').selectOption({ label: 'Ben Cole' })
  await field('Text of case 1').fill('Sail on')
  await editor.getByText('1 of 2 people').first().waitFor()
  expect(await editor.locator('.everybody .head').innerText()).toBe('Everybody else 1 of 2 people')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Sail on')
  expect(await field('See as').inputValue()).toBe('anna')
  await field('Text').click()
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello')
  expect(await field('See as').inputValue()).toBe('ben')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]).toMatchObject({
    payload: 'Hello',
    for: [{ when: { company: 'North Wind' }, payload: 'Sail on' }],
  })
  expect(edited.complaints).toEqual([])
})

test('who picks while seeing as somebody writes the words that this person is shown', async () => {
  await using edited = await edit(browser, { template: { ...oneLanguage, content: [headline] } })
  const { page, editor, field } = edited
  await expect.poll(() => page.locator('h1').innerText()).toBe('Sail')
  await pick(edited, 'h1')
  await page.getByLabel('Write here').waitFor()
  await page.keyboard.type('Sail on ')
  await editor.locator('[data-case="0"]').getByRole('button', { name: 'company' }).first().click()
  await page.keyboard.press('Tab')
  await expect.poll(() => field('Text of case 1').evaluate((one) => one.matches(':focus'))).toBe(true)
  await expect.poll(() => page.locator('h1').innerText()).toBe('Sail on North Wind')
})

test('without its own list the page is seen as an unknown visitor, and people of others stand apart', async () => {
  await using edited = await edit(browser, { template: { name: 'unlisted', content: [headline] } })
  const { field, page } = edited
  await expect.poll(() => page.locator('h1').innerText()).toBe('Who?')
  expect(await field('See as').inputValue()).toBe('nobody')
})

test('a picture for some people that does not load is told, whoever the page is seen as', async () => {
  const forSome = [{ when: { company: { known: false } }, payload: '/gone.svg' }]
  const content = [{ selector: '#shot', type: 'src' as const, payload: '/shot.svg', for: forSome }]
  await using edited = await edit(browser, { template: { ...oneLanguage, content } })
  await edited.editor.locator('.choose').click()
  const card = edited.editor.locator('[data-case="0"]')
  await card.getByText('This picture does not load: /gone.svg.').waitFor()
  expect(await edited.editor.getByRole('alert').count()).toBe(1)
})

test('each condition can be chosen, several are needed together, and one without a value changes nothing', async () => {
  await using edited = await edit(browser, { template: { ...oneLanguage, content: [headline] } })
  const { editor, button, service } = edited
  const saved = async () => {
    const { version } = service.template
    await button('Save').click()
    await expect.poll(edited.status).toBe(`Saved as version ${version + 1}.`)
    return service.template.content[0]?.for?.map(({ when }) => when)
  }
  await editor.locator('.choose').click()
  const first = editor.locator('[data-case="0"]')
  const rest = { company: { known: false } }
  await first.getByLabel('Condition').selectOption('is one of')
  await first.getByLabel('Value').fill('North Wind, Two Ltd')
  expect(await saved()).toEqual([{ company: ['North Wind', 'Two Ltd'] }, rest])
  await first.getByLabel('Condition').selectOption('contains')
  await first.getByLabel('Value').fill('wind')
  await first.getByRole('button', { name: 'And…' }).click()
  await first.getByLabel('Condition', { exact: true }).nth(1).selectOption('is not known')
  await first.getByLabel('Field').nth(1).selectOption('City')
  const both = { company: { contains: 'wind' }, 'additional.city': { known: false } }
  expect(await saved()).toEqual([both, rest])
  await first.getByLabel('Value').fill('')
  await editor.getByText('Write a value, or choose “is not known”.').waitFor()
  expect(await first.getByLabel('Value').getAttribute('aria-invalid')).toBe('false')
  await first.getByLabel('Field').first().selectOption('Job title')
  await first.getByLabel('Value').fill('Buyer')
  expect(await saved()).toEqual([{ role: { contains: 'Buyer' }, 'additional.city': { known: false } }, rest])
  await first.getByRole('button', { name: 'Remove this condition' }).first().click()
  expect(await saved()).toEqual([{ 'additional.city': { known: false } }, rest])
  await button('Delete case 1').click()
  await button('Delete case 1').click()
  expect(await saved()).toBeUndefined()
  await button('Undo').click()
  await editor.getByRole('group', { name: 'Case 1: Company is not known' }).waitFor()
})

test('the words of a case in one language leave those in the others', async () => {
  const forSome = { when: { company: 'North Wind' }, payload: { en: 'Ahoy', de: 'Moin' } }
  await using edited = await edit(browser, {
    template: { content: [{ ...headline, payload: { en: 'Hi', de: 'Hallo' }, for: [forSome] }] },
  })
  const { editor, button, field, service } = edited
  await editor.locator('.choose').click()
  await field('Text of case 1').fill('Ahoy, Wind')
  await editor.getByRole('tab', { name: 'de' }).click()
  expect(await field('Text of case 1').innerText()).toBe('Moin')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.for?.[0]?.payload).toEqual({ en: 'Ahoy, Wind', de: 'Moin' })
})

test('chips say what they stand for, with examples and for how many it is known', async () => {
  await using edited = await edit(browser, {
    template: {
      ...oneLanguage,
      fields: ['first_name', 'company', 'company_short', 'role', 'name', 'email', 'domain'],
    },
  })
  const { editor, field, button, page } = edited
  await pick(edited, '.lead')
  await page.keyboard.press('Escape')
  const chips = editor.getByRole('toolbar', { name: 'What is known of people' }).getByRole('button')
  expect(await chips.allInnerTexts()).toEqual(['Company', 'Name', 'More…'])
  await button('More…').click()
  const all = ['First name', 'Company', 'Company, short', 'Job title', 'Name', 'Email', 'Domain', 'Fewer']
  expect(await chips.allInnerTexts()).toEqual(all)
  await chips.nth(4).hover()
  await editor.getByText('Name: Anna Berg · Ben Cole. Known for 2 of 2.').waitFor()
  await chips.nth(1).focus()
  await editor.getByText('Company: North Wind. Known for 1 of 2.').waitFor()
  await field('Text').fill('Dear ')
  await button('First name').click()
  await expect.poll(() => field('Text').innerText()).toContain('First name')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(edited.service.template.content[0]?.payload).toBe('Dear {{ prospect.first_name }}')
})
