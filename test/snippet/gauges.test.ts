import { expect, test } from 'vitest'
import { type Exposure, outside, unseen, viewable } from '../../snippet/measure/exposure.ts'
import { gauge, type Watched } from '../../snippet/measure/gauge.ts'

const exposures = { outside, unseen, viewable }

/**
 * Gauges an item over a course such as `0 viewable, 700 outside`: exposures at their times, in milliseconds of the visit. A
 * third word says until when somebody is there; 0 without the focus. Gives whether there was something to count each time.
 */
function follow(type: Watched['item']['type'], course: string) {
  const held: Watched = {
    item: { id: 'hero', selector: 'h1', type },
    exposure: outside,
    ms: 0,
    from: 0,
    until: 0,
  }
  const news = course.split(', ').map((step) => {
    const [at, exposure, attendedUntil = '9000'] = step.split(' ')
    return gauge(
      held,
      exposures[exposure as keyof typeof exposures] as Exposure,
      Number(at),
      Number(attendedUntil),
    )
  })
  return { held, news }
}

test.each([
  ['is a second without a break', '0 viewable, 1000 viewable', true],
  ['is not 900 ms', '0 viewable, 900 viewable', false],
  ['begins again after a break', '0 viewable, 600 outside, 700 viewable, 1600 viewable', false],
  ['is counted when it ends by scrolling after a second', '0 viewable, 1000 outside', true],
  ['is not counted when it was hidden at some time before', '0 viewable, 1000 unseen', false],
  ['is counted without the focus', '0 viewable 0, 1000 viewable 0', true],
])('a view %s', (_, course, isCounted) => {
  expect(follow('view', course).news.at(-1)).toBe(isCounted)
})

test.each([
  ['is the time in view', '0 viewable, 700 viewable, 1000 outside', 1000],
  ['is nothing out of view, hidden or covered', '0 outside, 500 unseen, 800 viewable', 0],
  ['ends when nobody is there, whenever that is noticed', '0 viewable 2000, 5000 viewable 2000', 2000],
  ['ends when nobody was there, by the focus lost', '0 viewable 2000, 5000 viewable 0', 2000],
  ['counts nothing without the focus', '0 viewable 0, 900 viewable 0', 0],
  ['goes on', '0 viewable 2000, 5000 viewable 2000, 6000 viewable 9000, 6500 unseen 9000', 2500],
])('a duration %s', (_, course, ms) => {
  expect(follow('duration', course).held.ms).toBe(ms)
})

test('a duration that has not grown is no news', () => {
  expect(follow('duration', '0 viewable, 700 outside, 800 outside').news).toEqual([false, true, false])
})
