import { type Chance, chanceOf } from './chance.ts'
import { drawChange, type World } from './changes.ts'
import { type Frame, openFrame } from './frame.ts'
import { frames, whenTrue } from './frames.ts'
import { answerOf, drawPattern, markOf, marksIn } from './patterns.ts'

/** What a sequence found wrong, and what was done until then. */
export interface Finding {
  run: number
  wrong: string
  steps: string[]
}

/** Whether a sequence ended well, and what it asked for. */
export interface Outcome {
  finding?: Finding
  /** Patterns of which nothing may have been measured. */
  unmeasured: string[]
}

/** Ample for a busy machine: nothing waits so long where all is well. */
const patienceMs = 15_000

/** One page, one visitor, and what happens to them. */
interface Life {
  run: number
  chance: Chance
  steps: string[]
  wrong: string[]
  page: Frame
  mirror: Frame
  world: World
  /** The pattern that may be seen; none: the page is to be as it is by itself. */
  pattern: string | undefined
  /** The pattern of the link. */
  linked: string
  patterns: string[]
  mayMeasure: boolean
  /** Between two pages: which of them is seen is not known. */
  isLeaving: boolean
}

/** Runs the sequence of a number; the same seed gives the same one. */
export async function runSequence(seed: number, run: number): Promise<Outcome> {
  const life = await begin(chanceOf(seed * 7919 + run), run)
  const end = watchFrames(life)
  try {
    const steps = 8 + life.chance.below(20)
    for (let step = 0; step < steps && life.wrong.length === 0; step++) await takeStep(life)
    if (life.wrong.length === 0) await settle(life)
    if (life.wrong.length === 0) await finish(life)
  } catch (error) {
    life.wrong.push(`the storm itself: ${(error as Error).stack}`)
  }
  end()
  life.page.close()
  life.mirror.close()
  const unmeasured = life.mayMeasure ? [] : life.patterns
  const [wrong] = life.wrong
  return wrong === undefined ? { unmeasured } : { unmeasured, finding: { run, wrong, steps: life.steps } }
}

async function begin(chance: Chance, run: number): Promise<Life> {
  const linked = drawPattern(chance, run, 0)
  const tag = chance.pick(['snippet', 'inline', 'loader'])
  const hide = chance.pick(['h1,.lead,.shot', 'main :is(h1,.lead:not(.x)),.card h3,h2[', ''])
  const attributes: Record<string, string> = {
    'data-hide': hide,
    'data-timeout': '250',
    // So that an error in it says where it is.
    crossorigin: 'anonymous',
  }
  const isAsked = chance.percent(30)
  if (isAsked) attributes['data-consent'] = 'required'
  const query = new URLSearchParams({
    run: `${run}`,
    id: chance.pick(['root', 'app', 'page']),
    pattern: linked,
  })
  const steps = [`tag ${tag}, hides ${hide}, ${isAsked ? 'asks for consent, ' : ''}link ${linked}`]
  const wrong: string[] = []
  const [page, mirror] = await Promise.all([
    openFrame(
      `/page?${query}&tag=${tag}&attributes=${encodeURIComponent(JSON.stringify(attributes))}`,
      (text) => wrong.push(`complaint: ${text}`),
    ),
    openFrame(`/page?${query}&tag=none`, (text) => wrong.push(`complaint of the page itself: ${text}`)),
  ])
  let number = 0
  const next = () => `k${number++}`
  const world: World = {
    chance,
    kept: [],
    next,
    get mirror() {
      return mirror.document
    },
  }
  return {
    run,
    chance,
    steps,
    wrong,
    page,
    mirror,
    world,
    pattern: linked,
    linked,
    patterns: [linked],
    mayMeasure: !isAsked,
    isLeaving: false,
  }
}

/** Looks after each frame: a text of another pattern is never to be seen. */
function watchFrames(life: Life): () => void {
  let isOver = false
  const look = () => {
    if (isOver) return
    const mark = life.pattern && markOf(life.pattern)
    const html = life.page.document.body.outerHTML
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

async function takeStep(life: Life) {
  const { chance, steps } = life
  const changes = chance.percent(75) ? 1 + chance.below(4) : 0
  for (let change = 0; change < changes; change++) makeChange(life)
  if (chance.percent(30)) call(life)
  if (chance.percent(8)) await navigate(life)
  if (chance.percent(10)) await tick(life)
  if (life.pattern === undefined) compare(life)
  const pause = chance.below(4)
  steps.push(`${pause} frames`)
  await frames(pause)
  if (life.pattern === undefined) compare(life)
}

function makeChange({ world, page, mirror, steps }: Life) {
  const change = drawChange(world)
  steps.push(change.says)
  mirror.apply(change)
  page.apply(change)
}

/** A page that sets one text frame after frame, as counters and renderers do. */
async function tick(life: Life) {
  const targets = life.mirror.document.querySelectorAll('h1, h2, h3, li')
  const key = targets[life.chance.below(targets.length)]?.getAttribute('data-k')
  if (!key) return
  life.steps.push(`ticks: ${key} five times`)
  for (let turn = 0; turn < 5; turn++) {
    const text = `Tick ${turn}`
    for (const frame of [life.mirror, life.page])
      frame.apply({ says: '', apply: (_, find) => Object.assign(find(key), { textContent: text }) })
    await frames(1)
  }
}

/** Calls something of `window.motif`, where it is there already. */
function call(life: Life) {
  const { chance, steps, page } = life
  const motif = page.window.motif
  if (!motif?.version) return void steps.push('Motif is not there yet')
  const kind = chance.pick([
    'start another',
    'start another',
    'start',
    'stop',
    'stop',
    'consent',
    'refuse',
  ] as const)
  if (kind === 'start another') {
    life.pattern = drawPattern(chance, life.run, life.patterns.length)
    life.patterns.push(life.pattern)
    motif.start?.({ pattern: life.pattern })
  } else if (kind === 'start') {
    life.pattern = life.linked
    motif.start?.()
  } else if (kind === 'stop') {
    life.pattern = undefined
    motif.stop?.()
  } else {
    motif.consent?.(kind === 'consent')
    if (kind === 'consent') life.mayMeasure = true
  }
  steps.push(`${kind} ${life.pattern ?? ''}`)
}

async function navigate(life: Life) {
  const { chance, steps, page, mirror } = life
  const kind = chance.pick(['push', 'replace', 'hash', 'reload'] as const)
  steps.push(`navigation: ${kind}`)
  if (kind !== 'reload') {
    for (const { window } of [page, mirror]) {
      const { search } = window.location
      if (kind === 'hash') window.location.hash = `#at-${steps.length}`
      else if (kind === 'push') window.history.pushState({}, '', `${search}#pushed`)
      else window.history.replaceState({}, '', `${search}#replaced`)
    }
    return
  }
  life.pattern = life.linked
  life.world.kept.length = 0
  life.isLeaving = true
  await Promise.all([page.reload(), mirror.reload()])
  life.isLeaving = false
}

/** What was begun is done: the report is there, and nothing is hidden any more. */
async function settle(life: Life) {
  const { page, wrong } = life
  if (!(await whenTrue(() => page.window.motif?.version, patienceMs))) wrong.push('window.motif never came')
  let isReady = false
  void page.window.motif?.ready?.then(() => {
    isReady = true
  })
  // An answer may take as long as it takes to know that an item is missing, so that not all wait for it.
  const isAnswered = life.pattern === undefined || answerOf(life.pattern) !== 'hangs'
  if (isAnswered && life.chance.percent(20) && !(await whenTrue(() => isReady, patienceMs)))
    wrong.push('ready never answered')
  await frames(life.chance.below(5))
  if (!(await whenTrue(() => hiddenIn(page) === 0, patienceMs))) wrong.push('something stays hidden')
}

function hiddenIn({ document, window }: Frame): number {
  const all = [...document.body.querySelectorAll('*')]
  return all.filter((element) => {
    const { visibility, opacity } = (window as unknown as typeof globalThis).getComputedStyle(element)
    return visibility !== 'visible' || opacity === '0'
  }).length
}

/** Stops, and looks at once and again when all that was on its way has come. */
async function finish(life: Life) {
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
  const sheets = page.document.adoptedStyleSheets.length
  if (sheets) life.wrong.push(`${sheets} style sheets of Motif are left`)
}

/** Nothing of Motif is in the page: it is what it would be without. */
function compare({ page, mirror, wrong }: Life) {
  const [found, wanted] = [page.html(), mirror.html()]
  if (found !== wanted) wrong.push(`not the page itself:\n${differenceOf(found, wanted)}`)
}

function differenceOf(found: string, wanted: string): string {
  let at = 0
  while (found[at] === wanted[at]) at++
  return `  wanted: ${around(wanted, at)}\n  found:  ${around(found, at)}`
}

const around = (html: string, at: number) => `…${html.slice(Math.max(0, at - 150), at + 150)}…`
