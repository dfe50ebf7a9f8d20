import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'

const changed = 'hektar:route'

/** The path that is shown; the component renders again when it changes. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname)
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  addEventListener(changed, listener)
  return () => {
    removeEventListener('popstate', listener)
    removeEventListener(changed, listener)
  }
}

/**
 * A link inside the app: it changes the route without loading a page. It goes where the element itself points when it
 * is clicked, and takes the address's parameters along.
 */
export function Link(props: { to: string; className?: string; current?: boolean; children: ReactNode }) {
  return (
    <a
      href={props.to}
      className={props.className}
      aria-current={props.current ? 'page' : undefined}
      onClick={follow}
    >
      {props.children}
    </a>
  )
}

function follow(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const url = new URL(event.currentTarget.href)
  if (url.origin !== location.origin) return
  event.preventDefault()
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  }
  history.pushState(null, '', url)
  dispatchEvent(new Event(changed))
  scrollTo(0, 0)
}
