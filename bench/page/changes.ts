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

/** The page's own content in these places, as it is served to everybody. */
export const original = {
  text: 'Launch pages that convert',
  src: '/img/hero.svg',
  href: '/signup',
  html: '<p>Made for teams who would rather ship than wait.</p>',
}
export const personalised = {
  text: changes.text.payload,
  src: changes.src.payload,
  href: changes.href.payload,
  html: changes.html.payload,
}

/** Runs in the page: which of the four changes are there. The picture must be loaded. */
export function findChanges(wanted: ContentItem[]): string[] {
  const isThere: Record<string, (element: Element, payload: string) => boolean> = {
    text: (element, payload) => element.textContent?.trim() === payload,
    src: (element, payload) =>
      element.getAttribute('src') === payload && (element as HTMLImageElement).naturalWidth > 0,
    href: (element, payload) => element.getAttribute('href') === payload,
    // In a framework's page its own elements may stay, hidden.
    html: (element, payload) =>
      [...element.children]
        .filter((child) => child.checkVisibility())
        .map((child) => child.outerHTML)
        .join('') === payload,
  }
  return wanted
    .filter(({ selector, type, payload }) => {
      const element = document.querySelector(selector)
      return element && isThere[type]?.(element, payload)
    })
    .map(({ type }) => type)
}
