import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../support/browsers/chromium.ts'
import { edit, pick } from './support/editing.ts'
import { byKeys } from './support/keys.ts'
import { violationsIn } from './support/violations.ts'

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
  await editor.getByRole('group', { name: 'Case 1: Industry is known' }).waitFor()
  const card = editor.locator('[data-case="0"]')
  await card.getByLabel('Field').selectOption('Company')
  await card.getByLabel('Condition').selectOption('is')
  await editor.getByRole('group', { name: 'Case 1: Company is North Wind' }).waitFor()
  await field('Text of case 1').fill('Sail on')
  await editor.getByText('1 of 2 people').first().waitFor()
  expect(await editor.locator('.everybody .head').innerText()).toBe('Everybody else 1 of 2 people')
  await field('See as').selectOption({ label: 'Anna Berg, North Wind' })
  await expect.poll(() => page.locator('h1').innerText()).toBe('Sail on')
  await field('See as').selectOption({ label: 'Ben Cole' })
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]).toMatchObject({
    payload: 'Hello',
    for: [{ when: { company: 'North Wind' }, payload: 'Sail on' }],
  })
  expect(edited.complaints).toEqual([])
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

test('of several values one may have a comma: it stands in quotes, also if the condition is changed to several', async () => {
  const of = (company: string[]) => [{ when: { company }, payload: 'Hi' }]
  const content = [{ ...headline, for: of(['Smith, Jones & Co', 'Retail']) }]
  await using edited = await edit(browser, { template: { ...oneLanguage, content } })
  const { editor, button, service } = edited
  await editor.locator('.choose').click()
  const value = editor.getByLabel('Value')
  expect(await value.inputValue()).toBe('"Smith, Jones & Co", Retail')
  await editor.getByText('A value with a comma stands in quotes').waitFor()
  await value.fill('"Smith, Jones & Co", Finance')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.for).toEqual(of(['Smith, Jones & Co', 'Finance']))
  const test = editor.getByLabel('Condition', { exact: true })
  await test.selectOption('is')
  await value.fill('Berg, Lund AB')
  await test.selectOption('is one of')
  expect(await value.inputValue()).toBe('"Berg, Lund AB"')
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 3.')
  expect(service.template.content[0]?.for).toEqual(of(['Berg, Lund AB']))
  await test.selectOption('contains')
  expect(await value.inputValue()).toBe('Berg, Lund AB')
})

test('what is undone in a field for a condition or a name is gone from it at once, and one types on from there', async () => {
  await using edited = await edit(browser, { template: { ...oneLanguage, content: [headline] } })
  const { page, editor, button, field, service } = edited
  await editor.locator('.choose').click()
  const value = editor.locator('[data-case="0"]').getByLabel('Value')
  for (const [input, before] of [
    [value, 'North Wind'],
    [field('Name'), 'Headline'],
  ] as const) {
    await input.fill('Anothe')
    await page.keyboard.type('r ')
    await page.keyboard.press('Control+z')
    await expect.poll(() => input.inputValue()).toBe(before)
    await page.keyboard.press('Control+y')
    await expect.poll(() => input.inputValue()).toBe('Another')
    await page.keyboard.press('Control+z')
    await expect.poll(() => input.inputValue()).toBe(before)
    await page.keyboard.press('End')
    await page.keyboard.type(' 2')
    expect(await input.inputValue()).toBe(`${before} 2`)
  }
  await button('Save').click()
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]).toMatchObject({
    name: 'Headline 2',
    for: [{ when: { company: 'North Wind 2' } }, {}],
  })
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

test('by keys alone a case is moved, and one that is for nobody says so', async () => {
  const never = { when: { company: 'North Wind' }, payload: 'Never' }
  await using edited = await edit(browser, {
    template: { ...oneLanguage, content: [{ ...headline, for: [...headline.for, never] }] },
  })
  const { page, editor, button, service } = edited
  const { press, goTo, focused } = byKeys(page)
  await editor.locator('.choose').focus()
  await press('Enter')
  await editor.getByText('Nobody gets these words: case 1 takes all of them.').waitFor()
  await button('Move case 3 up').focus()
  await press('Enter')
  await expect.poll(focused).toBe('Move case 2 up')
  await press('Alt+ArrowUp')
  await expect.poll(focused).toBe('Move case 1 up')
  expect(await edited.status()).toBe('Company is North Wind: now case 1 of 3.')
  await press('Enter')
  expect(await focused()).toBe('Move case 1 up')
  await goTo('Delete case 1')
  await button('Delete case 2').focus()
  await press('Enter')
  await expect.poll(() => editor.getByText('Nobody gets these words').count()).toBe(0)
  await press('Control+s')
  await expect.poll(edited.status).toBe('Saved as version 2.')
  expect(service.template.content[0]?.for?.map(({ payload }) => payload)).toEqual(['Never', 'Who?'])
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing in cases of a %s editor, at 390 px',
  async (colorScheme) => {
    await using edited = await edit(browser, {
      template: { ...oneLanguage, content: [headline] },
      context: { colorScheme, viewport: { width: 390, height: 844 } },
    })
    await edited.editor.locator('.choose').click()
    await edited.editor.getByText('1 of 2 people').first().waitFor()
    expect(await violationsIn(edited)).toEqual([])
    const [whole, seen] = await edited.editor
      .locator('.body')
      .evaluate((body) => [body.scrollWidth, body.clientWidth])
    expect(whole).toBe(seen)
    expect(edited.complaints).toEqual([])
  },
)

test('chips say what they stand for, with examples and for how many it is known', async () => {
  await using edited = await edit(browser, {
    template: { ...oneLanguage, fields: ['first_name', 'company', 'company_short', 'role', 'name'] },
  })
  const { editor, field, button, page } = edited
  await pick(edited, '.lead')
  await page.keyboard.press('Escape')
  const chips = editor.getByRole('toolbar', { name: 'Put in what is known' }).getByRole('button')
  expect(await chips.allInnerTexts()).toEqual([
    'First name',
    'Company',
    'Company, short',
    'Job title',
    'Name',
  ])
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

test('of two campaigns chosen one after the other the later one is counted, whichever answer comes first', async () => {
  await using edited = await edit(browser, { template: { ...oneLanguage, content: [headline] } })
  const { page, editor, field } = edited
  const campaigns = ['Spring', 'Fair', 'Webinar'].map((name) => ({ id: name.toLowerCase(), name }))
  const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/editor/people*', async (route) => {
    const campaign = new URL(route.request().url()).searchParams.get('campaign') ?? 'spring'
    if (campaign === 'fair') {
      asked.resolve()
      await held.promise
    }
    const json = { campaigns, campaign, people: 2, first: [], fields: {} }
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    await route.fulfill({ json, headers }).catch(() => {})
  })
  await page.reload()
  await editor.locator('.choose').click()
  const chosen = editor.getByRole('combobox', { name: 'Count the people of' })
  await chosen.selectOption('Fair')
  await asked.promise
  await chosen.selectOption('Webinar')
  await expect
    .poll(() =>
      edited.service.received.some(({ path, body }) => path === '/editor/cases' && body.includes('webinar')),
    )
    .toBe(true)
  held.resolve()
  await field('Find a person').fill('anna')
  await edited.button('Anna Berg, North Wind').waitFor()
  expect(await chosen.inputValue()).toBe('webinar')
})

test('before there is a list, the page is seen as one of three examples', async () => {
  await using edited = await edit(browser, { template: { ...oneLanguage, content: [headline] } })
  const { page, field, button } = edited
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const nobody = { campaigns: [], people: 0, first: [], fields: {}, prospects: [] }
  await page.route(/\/editor\/(prospects|people)/, (route) => route.fulfill({ json: nobody, headers }))
  await page.reload()
  const options = field('See as').locator('option')
  await expect.poll(() => options.count()).toBe(5)
  await field('See as').selectOption('Example: Aisha Haddad, Greenwave')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Hello')
  await field('See as').selectOption('Example: Kim Lee')
  await expect.poll(() => page.locator('h1').innerText()).toBe('Who?')
  await button('Telephone').click()
  await page.frameLocator('iframe').getByText('Who?').waitFor()
  expect(await options.first().innerText()).toBe('The page as it is')
})
