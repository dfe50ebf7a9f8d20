import type { AnalyticsItem } from '../../wire/record.ts'

/** A page in which something is measured all the time. */
export interface Scene {
  name: string
  body: string
  analytics: AnalyticsItem[]
}

const cards = (count: number, width: number, height: number) =>
  Array.from({ length: count }, (_, at) => {
    const style = `width:${width}px;height:${height}px;background:#eee`
    return `<div class="card" id="card-${at}" style="${style}">Card ${at}</div>`
  }).join('')

const grid = (content: string) => `<main style="display:flex;flex-wrap:wrap;gap:4px">${content}</main>`

/** An overlay like that of pages which catch clicks anywhere: it covers everything, takes all pointer events and paints nothing. */
const overlay = '<div style="position:fixed;inset:0;z-index:9"></div>'

const thirty = grid(cards(30, 150, 100))
const twoHundred = grid(cards(200, 60, 40))

const eachCard: AnalyticsItem[] = Array.from({ length: 30 }, (_, at) => ({
  id: `card-${at}`,
  selector: `#card-${at}`,
  type: 'duration',
}))
const allCards: AnalyticsItem[] = [{ id: 'cards', selector: '.card', type: 'duration' }]

/** The scenes. All elements are in the viewport, so they are looked at all the time. */
export const scenes: Scene[] = [
  { name: '30 elements', body: thirty, analytics: eachCard },
  { name: '30 elements under a transparent overlay', body: thirty + overlay, analytics: eachCard },
  { name: 'one item that matches 200 cards', body: twoHundred, analytics: allCards },
  {
    name: 'one item that matches 200 cards under a transparent overlay',
    body: twoHundred + overlay,
    analytics: allCards,
  },
]
