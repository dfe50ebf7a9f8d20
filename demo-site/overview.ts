import type { PersonalPage } from './make-contents.ts'
import { type Page, pages } from './pages.ts'

/** Further addresses that the overview links to. */
interface OverviewLinks {
  resultsUrl: string
  /** Origin of the edge in front of the pages. */
  edgeUrl: string
}

/** The page at the origin's root: every landing page as it is, as each prospect sees it, and how it is painted. */
export function renderOverview(
  personal: readonly PersonalPage[],
  { resultsUrl, edgeUrl }: OverviewLinks,
): string {
  const rows = pages.map((page) => {
    const made = personal.filter((one) => one.page === page)
    return `<section class="${page.name}">
<h2>${page.brand} <span>${page.kind}</span></h2>
<div class="cards">${plainCard(page)}${made.map(personalCard).join('')}</div>
</section>`
  })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Motif demo</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>Two pages, each made for three people.</h1>
<p>The first of a row is the page as it is; the others are the same address with a pattern in the link. What happens there is in the <a href="${escapeHtml(resultsUrl)}">console</a>.</p>
</header>
${rows.join('\n')}
<section id="paints">
<h2>By the edge <span>the same link, personal before the browser has them</span></h2>
${strip(personal, edgeUrl)}
</section>
</body>
</html>
`
}

/** The address of a person's page. */
export function linkTo({ page, content }: Pick<PersonalPage, 'page' | 'content'>): string {
  return `/${page.name}?pattern=${content.pattern}`
}

function plainCard(page: Page): string {
  return card({
    href: `/${page.name}`,
    picture: `/${page.name}/img/anywhere.svg`,
    title: titles[page.name],
    who: 'As it is',
  })
}

function personalCard(made: PersonalPage): string {
  const { name, company, industry } = made.person.additional
  const items = made.content.content
  return card({
    href: linkTo(made),
    picture: items.find(({ type }) => type === 'src')?.payload ?? '',
    title: items.find(({ selector, type }) => type === 'text' && selector.endsWith('h1'))?.payload ?? '',
    who: name,
    more: `${industry}, ${company}`,
  })
}

/** Shows how the launch page is painted on a slow network by the tag, by the edge, and served personalised. */
function strip(personal: readonly PersonalPage[], edgeUrl: string): string {
  const made = personal.find(({ page }) => page.name === 'launch')
  if (!made) return ''
  const { page, person } = made
  return `<figure><img src="/strips/launch.webp" alt="What is to be seen of ${page.brand} at the same moments: by the tag, by the edge, and served personal"><figcaption><a href="${escapeHtml(edgeUrl + linkTo(made))}">${page.brand} for ${escapeHtml(person.additional.name)}, by the edge</a>; above it on slow 4G, with a processor four times slower</figcaption></figure>`
}

const titles: Record<Page['name'], string> = {
  launch: 'The weather, for exactly where you work.',
  app: 'Your ground, to the nearest two centimetres.',
}

function card(shown: { href: string; picture: string; title: string; who: string; more?: string }): string {
  return `<a href="${escapeHtml(shown.href)}"><span class="page"><img src="${escapeHtml(shown.picture)}" alt="" loading="lazy"><b>${escapeHtml(shown.title)}</b></span><span class="who">${escapeHtml(shown.who)}</span><small>${escapeHtml(shown.more ?? 'for everybody else')}</small></a>`
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `
*{box-sizing:border-box;margin:0}
:root{--paper:#fbfaf8;--ink:#191b22;--soft:#62656f;--line:#0002}
@media (prefers-color-scheme:dark){:root{--paper:#14151a;--ink:#f0eff2;--soft:#a2a5b0;--line:#fff3}}
body{padding:clamp(1.5rem,4vw,4rem);background:var(--paper);color:var(--ink);font:1rem/1.5 "Helvetica Neue",Helvetica,"Liberation Sans",Arial,sans-serif}
header{max-width:46rem;margin-bottom:3rem}
h1{font-size:clamp(2rem,4vw,3.2rem);letter-spacing:-.04em;line-height:1.02}
header p{margin-top:1rem;color:var(--soft);font-size:1.1rem}
header a{color:var(--ink)}
h2{margin:2.6rem 0 1rem;font-size:1.25rem;letter-spacing:-.02em}
h2 span{color:var(--soft);font-weight:400}
.cards{display:grid;grid-template-columns:repeat(4,1fr);gap:1.2rem}
.cards a{display:block;color:inherit;text-decoration:none}
.page{position:relative;display:block;aspect-ratio:8/6.4;margin-bottom:.7rem;overflow:hidden;border-radius:.6rem;box-shadow:0 0 0 1px var(--line);transition:translate .2s,box-shadow .2s}
.cards a:hover .page,.cards a:focus-visible .page{translate:0 -4px;box-shadow:0 0 0 1px var(--line),0 18px 30px -16px #0008}
.page img{position:absolute;width:100%;height:100%;object-fit:cover;object-position:72% 70%}
.page b{position:absolute;inset:0 0 auto;padding:1rem 1.1rem 2rem;line-height:1.06}
.launch b{color:#fff;background:linear-gradient(#060b18d9,#060b1800);font:400 1.45rem/1.08 "Iowan Old Style",Palatino,"Liberation Serif","Times New Roman",serif;letter-spacing:-.02em}
.app .page{background:#f4f3ee}
.app img{top:38%;height:62%;border-top:2px solid #1f35e0}
.app b{color:#14227f;font-size:1.3rem;letter-spacing:-.045em;line-height:1}
.who{display:block;font-weight:600}
small{color:var(--soft);font-size:.9rem}
figure{max-width:52rem;margin:0}
figure img{display:block;width:100%;margin-bottom:.7rem;border-radius:.6rem}
figcaption{color:var(--soft);font-size:.9rem}
figcaption a{color:var(--ink);font-weight:600}
@media (max-width:60rem){.cards{grid-template-columns:1fr 1fr}}
@media (max-width:34rem){.cards{grid-template-columns:1fr}}
`
