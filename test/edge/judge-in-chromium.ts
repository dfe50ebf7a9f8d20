import type { ContentItem } from '../../wire/record.ts'
import type { ContentType } from '../../wire/targets.ts'
import type { MadePage, openJudge } from './in-chromium.ts'
import { rewrite } from './rewrite.ts'

type Judge = Awaited<ReturnType<typeof openJudge>>['judge']

/** Payloads by which a changed element is recognised. */
const payloads: Record<ContentType, string> = {
  text: 'M@RK',
  html: 'M@<b>RK</b>',
  src: '/mark.png',
  href: '/mark',
}

/** What became of a page in all of its variants. */
interface PageVerdict {
  variants: number
  targets: number
  changed: number
  shadowRoots: number
  faults: string[]
}

/**
 * Takes a page through the edge for each selector and each type of item, whole and in chunks of these sizes, and has Chromium judge
 * what it made: only elements that Chromium's own `querySelectorAll` matches in the plain page are changed, everything else is as it
 * was, what the marks keep is what was there, no mark is seen, and the chunks do not matter.
 */
export async function judgeInChromium(
  judge: Judge,
  page: string,
  selectors: string[],
  sizes: number[],
): Promise<PageVerdict> {
  const made: MadePage[] = []
  const faults: string[] = []
  for (const selector of selectors)
    for (const [type, payload] of Object.entries(payloads) as [ContentType, string][]) {
      const items: ContentItem[] = [{ selector, type, payload }]
      const html = rewrite(page, items, undefined, { hasMarks: true })
      made.push({ selector, payload, html: Buffer.from(html, 'latin1').toString() })
      for (const size of sizes)
        if (rewrite(page, items, () => size, { hasMarks: true }) !== html)
          faults.push(`${selector} ${type}: chunks of ${size} bytes change the page`)
    }
  const verdict = await judge(page, made)
  for (const { place, fault } of verdict.faults)
    faults.push(`${made[place]?.selector} ${made[place]?.payload}: ${fault}`)
  return { ...verdict, variants: made.length * (1 + sizes.length), faults }
}
