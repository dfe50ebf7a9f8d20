import { useEffect, useState } from 'preact/hooks'

/** What the page shows: all records, one, or a template's sum. */
export type Route = { view: 'records' } | { view: 'content'; id: string } | { view: 'template'; name: string }

/** Where a route lives: behind the `#`, because `/results/…` are the JSON answers themselves. */
export function hrefOf(route: Route): string {
  if (route.view === 'content') return `#/content/${encodeURIComponent(route.id)}`
  if (route.view === 'template') return `#/template/${encodeURIComponent(route.name)}`
  return '#/'
}

/** The route in the address, kept up with it. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute)
  useEffect(() => {
    const update = () => setRoute(readRoute())
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [])
  return route
}

function readRoute(): Route {
  const [, view, rest = ''] = /^#\/(content|template)\/(.+)$/.exec(location.hash) ?? []
  const name = decode(rest)
  if (view === 'content') return { view, id: name }
  if (view === 'template') return { view, name }
  return { view: 'records' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
