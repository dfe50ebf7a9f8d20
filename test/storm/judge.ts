import type { Frame } from './frame.ts'
import { frames, whenTrue } from './frames.ts'
import type { Life } from './life.ts'
import { answerOf, markOf, marksIn } from './patterns.ts'

/** A record is given up after ten seconds, what is missing is known after five more; nothing waits so long where all is well. */
const patienceMs = 20_000

/** Looks after each frame: a text of another pattern is never to be seen. */
export function watchFrames(life: Life): () => void {
  let isOver = false
  const look = () => {
    if (isOver) return
    const mark = life.pattern && markOf(life.pattern)
    // A page that has just been left for another has none yet.
    const html = life.page.document.body?.outerHTML ?? ''
    const foreign = marksIn(html).find((found) => found !== mark)
    if (foreign && !life.isLeaving)
      life.wrong.push(
        `${foreign} is to be seen, while ${mark ?? 'none'} is at work:\n  ${around(html, html.indexOf(foreign))}`,
      )
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  return () => {
    isOver = true
  }
}

/** What was begun is done: the report is there, and nothing is hidden any more. */
export async function settle(life: Life) {
  const { page, wrong } = life
  if (!(await whenTrue(page.window, () => page.window.motif?.version, patienceMs)))
    wrong.push('window.motif never came')
  let isReady = false
  void page.window.motif?.ready?.then(() => {
    isReady = true
  })
  // An answer may take as long as it takes to know that an item is missing, so that not all wait for it.
  const isAnswered = life.pattern === undefined || answerOf(life.pattern) !== 'hangs'
  if (isAnswered && life.chance.percent(20) && !(await whenTrue(page.window, () => isReady, patienceMs)))
    wrong.push(`ready never answered: ${stateOf(page)}`)
  await frames(life.chance.below(5))
  if (!(await whenTrue(page.window, () => hiddenIn(page) === 0, patienceMs)))
    wrong.push('something stays hidden')
}

/** How far a page has come, in milliseconds of its clock. */
function stateOf({ document, window }: Frame): string {
  const asked = window.performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const records = asked.filter(({ name }) => name.includes('/p/'))
  const times = records.map(
    ({ name, startTime, responseEnd }) => `${name.split('/p/')[1]} ${startTime}-${responseEnd}`,
  )
  return `${document.readyState} at ${window.performance.now()}, records: ${times}`
}

function hiddenIn({ document, window }: Frame): number {
  const all = [...document.body.querySelectorAll('*')]
  return all.filter((element) => {
    const { visibility, opacity } = (window as unknown as typeof globalThis).getComputedStyle(element)
    return visibility !== 'visible' || opacity === '0'
  }).length
}

/** Stops, and looks at once and again when all that was on its way has come. */
export async function finish(life: Life) {
  const { page, steps } = life
  steps.push('stop, at last')
  life.pattern = undefined
  page.window.motif?.stop?.()
  compare(life)
  await frames(5)
  await new Promise((resolve) => setTimeout(resolve, 150))
  if (life.wrong.length > 0) return
  compare(life)
  // Before the snippet is there a call waits for it, and the style sheet with it.
  const hasNoSheet = () => page.document.adoptedStyleSheets.length === 0
  if (!(await whenTrue(page.window, hasNoSheet, patienceMs)))
    life.wrong.push('a style sheet of Motif is left')
}

/** Nothing of Motif is in the page: it is what it would be without. */
export function compare({ page, mirror, wrong }: Life) {
  const [found, wanted] = [page.html(), mirror.html()]
  if (found !== wanted) wrong.push(`not the page itself:\n${differenceOf(found, wanted)}`)
}

function differenceOf(found: string, wanted: string): string {
  let at = 0
  while (found[at] === wanted[at]) at++
  return `  wanted: ${around(wanted, at)}\n  found:  ${around(found, at)}`
}

const around = (html: string, at: number) => `…${html.slice(Math.max(0, at - 150), at + 150)}…`
