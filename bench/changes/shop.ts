import type { ContentItem } from '../../wire/record.ts'

const counts = { item: 4000, photo: 400, link: 400 }

/** Elements whose class the page changes in each frame. */
const flickeringCount = 200

/** A shop's page of some 5,000 elements. Elements that no item concerns come first. */
export function shopBody(): string {
  const elements = (count: number, html: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => html(at)).join('')
  return `<main>
<div id="unrelated"></div>
<img id="unrelated-image" src="/img/shop-1.svg" alt=""><img src="/img/shop-2.svg" alt="" hidden>
<a id="unrelated-link" href="/shop/main">Shop</a>
${elements(flickeringCount, (at) => `<p class="flickers">Offer ${at}</p>`)}
${elements(counts.photo, (at) => `<img class="photo-${at}" src="/img/shop-1.svg" alt="">`)}
${elements(counts.link, (at) => `<a class="link-${at}" href="/shop/${at}">Article ${at}</a>`)}
${elements(counts.item, (at) => `<p class="item-${at}">Article ${at}</p>`)}
</main>`
}

const picture = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="${color}"/></svg>`

/** The pictures of the page, by path. */
export const shopFiles = { '/img/shop-1.svg': picture('red'), '/img/shop-2.svg': picture('blue') }

/** Items for articles of the shop. Of twenty, three are links, three are pictures, the others texts. */
export function shopItems(count: number): ContentItem[] {
  return Array.from({ length: count }, (_, at) => {
    if (at % 20 < 3)
      return { selector: `main a.link-${at % counts.link}`, type: 'href', payload: `/own/${at}` }
    if (at % 20 < 6)
      return { selector: `main img.photo-${at % counts.photo}`, type: 'src', payload: '/img/shop-2.svg' }
    return { selector: `main .item-${at}`, type: 'text', payload: `Personalised ${at}` }
  })
}
