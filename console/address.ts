import { computed, signal } from '@preact/signals'

/** The screens, by the word in their address. */
export type Screen = 'today' | 'campaigns' | 'people' | 'templates' | 'settings'

/** An address of the console: `/console/people/ID?tab=links` is `{ screen: 'people', of: 'ID', query }`. */
export interface Address {
  /** Undefined if the console has no such address. */
  screen: Screen | undefined
  /** The campaign, person or template that the screen shows; undefined for the list of all. */
  of: string | undefined
  query: URLSearchParams
}

const root = '/console'
const lists: readonly string[] = ['campaigns', 'people', 'templates', 'settings'] satisfies Screen[]

const href = signal(location.href)
addEventListener('popstate', () => {
  href.value = location.href
})

/** The browser's address; follows it. */
export const address = computed(() => readAddress(new URL(href.value)))

/** The address of a screen, perhaps of one thing in it, with a query. Empty values are left out. */
export function hrefOf(screen: Screen, of?: string, query: Record<string, string | undefined> = {}): string {
  const parts = [root, ...(screen === 'today' ? [] : [screen]), ...(of ? [encodeURIComponent(of)] : [])]
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return parts.join('/') + (search && `?${search}`)
}

/** What the browser keeps with an address, and has again when somebody comes back to it. */
interface Kept {
  /** How far the page was scrolled down, in pixels. */
  top?: number
  /** How many pages of a list were shown. */
  pages?: number
  /** Which row of a list was chosen. */
  chosen?: string
}

/** What is kept with the present address. */
export function keptHere(): Kept {
  return (history.state as Kept | null) ?? {}
}

/** Keeps more with the present address. */
export function keepHere(more: Kept): void {
  history.replaceState({ ...keptHere(), ...more }, '')
}

/** Goes to an address of the console. With `replace`, Back does not return to the present one. */
export function goTo(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to)
  else {
    keepHere({ top: scrollY })
    history.pushState(null, '', to)
  }
  href.value = location.href
}

/**
 * Remembers the present address for work that takes a while: the function that is returned goes to another one, unless the person
 * has gone elsewhere meanwhile.
 */
export function goingOnFromHere(): typeof goTo {
  const here = address.peek()
  const isHere = ({ screen, of, query }: Address) =>
    screen === here.screen && of === here.of && query.toString() === here.query.toString()
  return (to, options) => {
    if (isHere(address.peek())) goTo(to, options)
  }
}

/** Changes the query of the present address; an empty value removes a parameter. */
export function changeQuery(
  changes: Record<string, string | undefined>,
  options?: { replace?: boolean },
): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  goTo(url.pathname + url.search, options)
}

/** Lets links within the console change the screen without loading the page again. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || event.button !== 0 || opensElsewhere(event, link)) return
    const url = new URL(link.href)
    if (url.origin !== location.origin || readAddress(url).screen === undefined) return
    // Within the screen the browser goes by itself.
    if (url.hash && url.pathname + url.search === location.pathname + location.search) return
    event.preventDefault()
    goTo(url.pathname + url.search)
  })
}

function opensElsewhere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey
  return isForNewTab || link.target !== '' || link.hasAttribute('download')
}

function readAddress({ pathname, searchParams: query }: URL): Address {
  const [first, screen, of, ...more] = pathname.replace(/\/+$/, '').split('/').slice(1)
  const isOurs = `/${first}` === root && more.length === 0
  if (isOurs && screen === undefined) return { screen: 'today', of: undefined, query }
  if (!isOurs || !lists.includes(screen ?? '')) return { screen: undefined, of: undefined, query }
  return { screen: screen as Screen, of: of && decode(of), query }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
