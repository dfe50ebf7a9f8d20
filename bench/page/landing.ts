import type { ContentItem } from '../../wire/record.ts'

/** The same four changes for every contender, one of each type. */
export const changes = {
  text: { selector: '#hero h1', type: 'text', payload: 'Acme Wind, meet Launch' },
  src: { selector: '#hero img', type: 'src', payload: '/img/wind.svg' },
  href: { selector: '#hero .cta', type: 'href', payload: '/signup?company=acme-wind' },
  html: {
    selector: '#hero .lead',
    type: 'html',
    payload: '<p>Made for teams like <b>Acme Wind</b>, who launch twice a week.</p>',
  },
} as const satisfies Record<string, ContentItem>

export const items: ContentItem[] = Object.values(changes)

/** The template of Motif that makes these changes for somebody at Acme Wind. */
export const template = `page: https://www.example.com/launch
languages: [en]
content:
  - { selector: "#hero h1", type: text, payload: "{{ prospect.company }}, meet Launch" }
  - { selector: "#hero img", type: src, payload: "/img/{{ prospect.industry | slugify }}.svg" }
  - { selector: "#hero .cta", type: href, payload: "/signup?company={{ prospect.company | slugify }}" }
  - { selector: "#hero .lead", type: html, payload: "<p>Made for teams like <b>{{ prospect.company }}</b>, who launch twice a week.</p>" }
analytics:
  - { id: hero, selector: "#hero", type: view }
  - { id: cta, selector: ".cta", type: click }
  - { id: parts, selector: "#part-1", type: duration }
`

/** The parts of the landing page that are personalised, as everybody is served them. */
const original = {
  text: 'Launch pages that convert',
  src: '/img/hero.svg',
  href: '/signup',
  html: '<p>Made for teams who would rather ship than wait.</p>',
}
export type Parts = typeof original
export const personalised = Object.fromEntries(items.map(({ type, payload }) => [type, payload])) as Parts

/** A landing page in plain HTML, 20 sections, one style sheet, one picture, with a contender's code in its head. */
export function landing(head: string, { text, src, href, html } = original): string {
  return `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Launch</title><link rel="icon" href="data:,">
${head}
<link rel="stylesheet" href="/landing.css"></head><body>
<section id="hero">
<div><h1>${text}</h1><div class="lead">${html}</div><p id="actions"><a class="cta" href="${href}">Start now</a></p></div>
<figure id="picture"><img src="${src}" width="400" height="300" alt=""></figure>
</section>
${Array.from({ length: 20 }, (_, at) => section(at)).join('\n')}
</body></html>
`
}

function section(at: number): string {
  const paragraph = `<p>${'Teams read pages, figures and headlines, and buyers read answers. '.repeat(3)}</p>`
  return `<section class="part" id="part-${at}"><h2>Part ${at}</h2>${paragraph.repeat(5)}</section>`
}

/** The places in the landing page that are looked at, in CSS pixels. */
export const regions = {
  headline: { x: 32, y: 32, width: 500, height: 104 },
  picture: { x: 568, y: 32, width: 400, height: 300 },
}

export const landingCss = `
body { margin: 0; font: 16px/1.5 sans-serif; color: #1a1a2e; background: #fff }
#hero { display: grid; grid-template-columns: 1fr 400px; gap: 32px; padding: 32px; height: 364px; box-sizing: border-box; background: #f4f1ea }
#hero h1 { font-size: 44px; line-height: 52px; height: 104px; margin: 0 }
.lead { height: 72px; overflow: hidden } .lead p { margin: 12px 0 } .cta { display: inline-block; padding: 12px 24px; background: #b3261e; color: #fff; text-decoration: none }
#picture { margin: 0; width: 400px; height: 300px } .part { padding: 16px 32px; border-top: 1px solid #ddd }
${Array.from({ length: 60 }, (_, at) => `.unused-${at} > .child:hover { margin: ${at}px; color: rgb(${at}, 20, 40) }`).join('\n')}
`

/** A picture of some 20 KB, served without compression as photographs are. */
export function picture(seed: number): string {
  const strokes = Array.from({ length: 400 }, (_, at) => {
    const [x, y] = [(at * 37 * seed) % 400, (at * 53 + seed * 11) % 300]
    return `<path d="M${x} ${y}l20 ${at % 30}" stroke="hsl(${(at * seed) % 360} 50% 50%)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300">${strokes.join('')}</svg>`
}
