import { drawChange, isTooSoon } from './changes.ts'
import { frames } from './frames.ts'
import { compare } from './judge.ts'
import type { Life } from './life.ts'
import { drawPattern } from './patterns.ts'

/** Something happens: the page changes, scripts call Motif, the visitor navigates, time passes. */
export async function takeStep(life: Life) {
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
  if (pause > 1) life.world.cloned.length = 0
  if (life.pattern === undefined) compare(life)
}

function makeChange({ world, page, mirror, steps }: Life) {
  const change = drawChange(world)
  steps.push(change.says)
  mirror.apply(change)
  page.apply(change)
  if (change.cloned) world.cloned.push(change.cloned)
}

/** A page that sets one text frame after frame, as counters and renderers do. */
async function tick(life: Life) {
  const targets = life.mirror.document.querySelectorAll('h1, h2, h3, li')
  const target = targets[life.chance.below(targets.length)]
  const key = target?.getAttribute('data-k')
  if (!target || !key || isTooSoon(life.world, target, true)) return
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
