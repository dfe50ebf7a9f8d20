import type { Locator, Page } from 'playwright'
import type { ContentType } from '../../../wire/targets.ts'

/** How an item of a type is written, and what the page of somebody from North Wind then has. */
interface Writing {
  /** The first that is to be seen is picked. */
  targets: string[]
  kind: string
  write(editor: Locator): Promise<void>
  isShown(target: Locator): Promise<boolean>
}

const fieldOf = (editor: Locator, name: string) => editor.getByLabel(name, { exact: true })
const buttonOf = (editor: Locator, name: string) => editor.getByRole('button', { name, exact: true })

/** The company as a chip at the end of what is written. */
async function withCompany(editor: Locator, field: string, text: string): Promise<void> {
  await fieldOf(editor, field).fill(text)
  await fieldOf(editor, field).press('End')
  await buttonOf(editor, 'company').click()
}

const writings: Record<ContentType, Writing> = {
  text: {
    targets: ['[bench="headline"]', 'h1', 'h2', 'h3'],
    kind: 'Text',
    write: (editor) => withCompany(editor, 'Text', 'Välkommen & <3, '),
    isShown: async (target) => /välkommen & <3, north wind/i.test(await target.innerText()),
  },
  src: {
    targets: ['img[bench]', 'img'],
    kind: 'Picture',
    write: (editor) => fieldOf(editor, 'Picture address').fill('/personal.svg'),
    isShown: async (target) => (await target.getAttribute('src')) === '/personal.svg',
  },
  href: {
    targets: ['a[bench]', 'main a[href]', 'a[href]'],
    kind: 'Link',
    write: (editor) => withCompany(editor, 'Link address', 'https://www.example.com/for/'),
    isShown: async (target) => /\/for\/North(%20| )Wind$/.test((await target.getAttribute('href')) ?? ''),
  },
  html: {
    targets: ['p[bench]', 'section p', 'p', 'div[bench]'],
    kind: 'HTML',
    write: (editor) =>
      fieldOf(editor, 'HTML source').fill(
        'For <strong>{{ prospect.company }}</strong>:<ul><li>one</li><li class="two">two <em>of</em> them</li></ul>',
      ),
    isShown: async (target) => (await target.innerHTML()).includes('<em>of</em>'),
  },
}

/**
 * Writes an item of each type by mouse, as seen by this person, and saves. Gives what types were written: one for which
 * the page has no target is left out.
 */
export async function writeAll(page: Page, person: string): Promise<ContentType[]> {
  const editor = page.getByRole('region', { name: 'Motif editor' })
  await fieldOf(editor, 'See as').selectOption(person)
  const written: ContentType[] = []
  for (const type of Object.keys(writings) as ContentType[])
    if (await write(page, editor, writings[type])) written.push(type)
  await buttonOf(editor, 'Save').click()
  await editor.getByRole('status').filter({ hasText: 'Saved as version' }).waitFor()
  return written
}

async function write(page: Page, editor: Locator, writing: Writing): Promise<boolean> {
  const target = await firstOf(page, writing.targets)
  if (!target) return false
  await buttonOf(editor, 'Pick an element').click()
  // A corner, because the middle of a block may be a link in it.
  await target.click({ position: { x: 2, y: 2 } })
  const kind = buttonOf(editor, writing.kind).first()
  // A link may have nothing but a picture or a headline in it, and that within others.
  for (let steps = 0; steps < 4 && !(await kind.isVisible()); steps++)
    await buttonOf(editor, 'What is around it').click()
  await kind.click()
  await writing.write(editor)
  await until(`${writing.kind} is shown`, () => writing.isShown(target))
  return true
}

async function firstOf(page: Page, selectors: string[]): Promise<Locator | undefined> {
  for (const selector of selectors)
    for (const target of await page.locator(selector).all()) if (await target.isVisible()) return target
  return undefined
}

/** Waits for a claim to be true, 15 s at most. */
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 15_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`In 15 s not: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
