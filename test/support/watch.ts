declare global {
  interface Window {
    /** What went wrong in the page so far: console errors, uncaught errors, violated policies. */
    complaints: string[]
  }
}

/** Runs in a page before anything else: keeps what goes wrong there in `window.complaints`. */
export function watch() {
  window.complaints = []
  const complain = (what: string) => void window.complaints.push(what)
  const { error } = console
  console.error = (...details: unknown[]) => {
    complain(`console: ${details.join(' ')}`)
    error.apply(console, details)
  }
  addEventListener(
    'error',
    (event) => {
      const source = event.target instanceof Element ? event.target.outerHTML.slice(0, 200) : event.message
      complain(`error: ${source}`)
    },
    true,
  )
  addEventListener('unhandledrejection', (event) => complain(`rejection: ${event.reason}`))
  document.addEventListener('securitypolicyviolation', (event) => {
    complain(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
  })
}
