/** New targets that a page puts in, each with keys of its own; `{k}` stands for a key. */
export const fragments = [
  '<p class="lead" data-k="{k}">Lead <i>one</i> more</p>',
  '<h2 data-k="{k}">A title</h2>',
  '<h1 data-k="{k}">Another <b>headline</b></h1>',
  '<p class="late" data-k="{k}">Late</p>',
  '<a class="cta" href="/own" data-k="{k}">Start <svg width="9"></svg></a>',
  '<img class="shot" src="/own.svg" alt="" data-k="{k}">',
  '<article class="card" data-k="{k}"><h3 data-k="{k}">Card</h3><p class="note" data-k="{k}">Note <i>it</i></p></article>',
  '<div class="back" data-k="{k}" style="background-image: url(/own.svg); color:red">Behind</div>',
  '<input class="field" placeholder="Own" data-k="{k}">',
  '<span data-k="{k}">Nothing <b>special</b></span>',
]

export const listItem = '<li class="item" data-k="{k}">Item</li>'

/** The page: elements with a key are those that its changes name. Only those that have no keys inside may get HTML. */
const page = `<main id="{id}" data-k="{k}">
  <section class="hero" data-k="{k}">
    <h1 data-k="{k}">Welcome, <b>dear</b> friend</h1>
    <p class="lead" data-k="{k}">Lead <i>one</i></p>
    <a class="cta" href="/own" data-k="{k}">Start <svg width="9"></svg></a>
    <img class="shot" src="/own.svg" srcset="/own.svg 2x" width="9" height="9" alt="" data-k="{k}">
    <picture data-k="{k}"><source srcset="/own.svg" media="(min-width: 1px)"><img class="pic" src="/own.svg" alt="" data-k="{k}"></picture>
    <div class="back" data-k="{k}" style="background-image: url(/own.svg)">Behind</div>
    <input class="field" placeholder="Own" data-k="{k}"><h2 data-k="{k}">Title</h2>
  </section>
  <ul class="list" data-k="{k}">${listItem}${listItem}${listItem}</ul>
  <div class="cards" data-k="{k}">${fragments[6]}${fragments[6]}</div>
  <p data-k="{k}" data-content="lead">By its name</p>
  <aside data-k="{k}"></aside>
</main>`

/** Fills the keys of a text. */
export function withKeys(html: string, next: () => string): string {
  return html.replaceAll('{k}', next)
}

/** The HTML of a whole page, with what its head is to have. */
export function documentOf(head: string, id: string): string {
  let key = 0
  const body = withKeys(page.replace('{id}', id), () => `p${key++}`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`
}
