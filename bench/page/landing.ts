import { original } from './changes.ts'

/** The parts of the landing page that are personalised. */
export type Parts = typeof original

/** A landing page, and the scripts of its own that it loads. */
export interface Landing {
  /** With a contender's code in its head. */
  html(head: string, parts?: Parts): string
  /** By path. */
  scripts: Map<string, string>
}

/** Plain HTML: 20 sections, one style sheet, one picture. */
export const plainLanding: Landing = {
  html: (head, parts = original) => documentOf(head, bodyOf(parts)),
  scripts: new Map(),
}

/** The document of a landing page around its body. */
export function documentOf(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Launch</title>
<link rel="icon" href="data:,">
${head}
<link rel="stylesheet" href="/landing.css">
</head>
<body>
${body}
</body>
</html>
`
}

function bodyOf(parts: Parts): string {
  return `<header class="bar"><strong>Launch</strong><nav><a href="#one">Product</a> <a href="#two">Pricing</a></nav></header>
<section id="hero">
<div>
<h1 elementtiming="headline">${parts.text}</h1>
<div class="lead">${parts.html}</div>
<p id="actions"><a class="cta" href="${parts.href}">Start now</a></p>
</div>
<figure id="picture"><img src="${parts.src}" width="400" height="300" alt=""></figure>
</section>
${sections.map((sentences, at) => sectionOf(sentences, at)).join('\n')}
<footer>Launch, Inc.</footer>`
}

function sectionOf(sentences: string[], at: number): string {
  const paragraphs = sentences.map((sentence) => `<p>${sentence}</p>`).join('')
  return `<section class="part" id="part-${at}"><h2>Part ${at}</h2>${paragraphs}</section>`
}

const words =
  'teams pages launches figures buyers headlines weeks drafts answers readers offers margins'.split(' ')

function sentence(seed: number): string {
  return Array.from({ length: 18 }, (_, at) => words[(seed * 7 + at * (seed + 3)) % words.length]).join(' ')
}

/** The sentences of each section of the landing page. */
export const sections = Array.from({ length: 20 }, (_, at) =>
  Array.from({ length: 5 }, (_, of) => sentence(at * 5 + of)),
)

export const landingCss = `
body { margin: 0; font: 16px/1.5 sans-serif; color: #1a1a2e; background: #fff }
.bar { display: flex; justify-content: space-between; height: 48px; padding: 8px 32px; box-sizing: border-box }
#hero { display: grid; grid-template-columns: 1fr 400px; gap: 32px; padding: 32px; height: 364px; box-sizing: border-box; background: #f4f1ea }
#hero h1 { font-size: 44px; line-height: 52px; height: 104px; margin: 0 }
.lead { height: 72px; overflow: hidden } .lead p { margin: 12px 0 }
.cta { display: inline-block; padding: 12px 24px; background: #b3261e; color: #fff; text-decoration: none }
#picture { margin: 0; width: 400px; height: 300px }
.part { padding: 16px 32px; border-top: 1px solid #ddd }
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
